//! The options of a loader, as a dict of Python that the module `gardez.lc0` has made.

use gardez_data::loader::{
    ChunkOrder, DiffFocus, GameSampling, LastBatch, LoaderOptions, OnProblem, PositionWeight, Sampling, Split,
    Validation,
};
use gardez_lc0::InputFormat;
use gardez_lc0::training::Strictness;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the error of a text that is not one of these.
fn unknown(what: &str, found: &str, expected: &str) -> PyErr {
    PyValueError::new_err(format!("{what} must be {expected}, not {found:?}"))
}

/// Returns the options in a dict. Options that are `None` or missing keep their default.
pub(super) fn read(dict: &Bound<'_, PyDict>) -> PyResult<LoaderOptions> {
    let mut options = LoaderOptions::default();
    for (key, value) in dict {
        let key: String = key.extract()?;
        if value.is_none() && key != "epochs" {
            continue;
        }
        options = set(options, &key, &value).map_err(|error| {
            if error.is_instance_of::<PyTypeError>(value.py()) {
                return PyTypeError::new_err(format!("{key}: {}", error.value(value.py())));
            }
            error
        })?;
    }
    Ok(options)
}

fn set(options: LoaderOptions, key: &str, value: &Bound<'_, PyAny>) -> PyResult<LoaderOptions> {
    Ok(match key {
        "seed" => options.with_seed(value.extract()?),
        "epochs" => options.with_epochs(value.extract()?),
        "shuffle" => options.with_shuffle(value.extract()?),
        "threads" => options.with_threads(value.extract()?),
        "ahead" => options.with_ahead(value.extract()?),
        "chunk_limit" => options.with_chunk_limit(value.extract()?),
        "shard" => {
            let (index, count) = value.extract()?;
            options.with_shard(index, count)
        }
        "split" => {
            let (start, end) = value.extract()?;
            options.with_split(Split::new(start, end))
        }
        "format" => {
            let number: u32 = value.extract()?;
            let format = InputFormat::from_raw(number)
                .ok_or_else(|| PyValueError::new_err(format!("{number} is not an input format")))?;
            options.with_format(format)
        }
        "drop_last" => options.with_last_batch(if value.extract()? { LastBatch::Drop } else { LastBatch::Keep }),
        "skips" => options.with_problems(if value.extract()? { OnProblem::Skip } else { OnProblem::Stop }),
        "shuffles_chunks" => {
            options.with_chunk_order(if value.extract()? { ChunkOrder::Shuffled } else { ChunkOrder::Source })
        }
        "games" => options.with_games(games(value)?),
        "sampling" => options.with_sampling(sampling(value)?),
        "check" => options.with_validation(validation(value)?),
        "short_term" => options.with_short_term_values(value.extract()?),
        "focus" => options.with_focus(focus(value.cast()?)?),
        "weight" => options.with_weight(weight(value.cast()?)?),
        _ => return Err(PyTypeError::new_err(format!("unknown option {key}"))),
    })
}

fn games(value: &Bound<'_, PyAny>) -> PyResult<GameSampling> {
    let (kind, number): (String, f64) = value.extract()?;
    Ok(match &*kind {
        "probability" => GameSampling::Probability(number),
        "hanse" => GameSampling::Hanse { gamma: number },
        other => return Err(unknown("games", other, "(\"probability\", p) or (\"hanse\", gamma)")),
    })
}

fn sampling(value: &Bound<'_, PyAny>) -> PyResult<Sampling> {
    let (kind, number): (String, f64) = value.extract()?;
    // Fractions and numbers out of range are errors below.
    let count = || match number.fract() == 0.0 && (1.0..=1e9).contains(&number) {
        true => Ok(number as usize),
        false => Err(PyValueError::new_err(format!("sampling: {number} is not a number of positions"))),
    };
    Ok(match &*kind {
        "every" => Sampling::EveryNth(count()?),
        "probability" => Sampling::Probability(number),
        "share" => Sampling::Share(number),
        "per_game" => Sampling::PerGame(count()?),
        other => {
            let expected = "(\"every\", n), (\"probability\", p), (\"share\", s) or (\"per_game\", n)";
            return Err(unknown("sampling", other, expected));
        }
    })
}

fn validation(value: &Bound<'_, PyAny>) -> PyResult<Validation> {
    let (what, strictness): (String, String) = value.extract()?;
    let strictness = match &*strictness {
        "lc0" => Strictness::Lc0,
        "strict" => Strictness::Strict,
        other => return Err(unknown("check", other, "(what, \"lc0\") or (what, \"strict\")")),
    };
    Ok(match &*what {
        "records" => Validation::Records(strictness),
        "games" => Validation::Games(strictness),
        other => return Err(unknown("check", other, "(\"records\", how) or (\"games\", how)")),
    })
}

fn focus(dict: &Bound<'_, PyDict>) -> PyResult<DiffFocus> {
    let mut focus = DiffFocus::default();
    for (key, value) in dict {
        *match &*key.extract::<String>()? {
            "q_weight" => &mut focus.q_weight,
            "policy_scale" => &mut focus.policy_scale,
            "min" => &mut focus.min,
            "slope" => &mut focus.slope,
            other => return Err(unknown("focus", other, "q_weight, policy_scale, min and slope")),
        } = value.extract()?;
    }
    Ok(focus)
}

fn weight(dict: &Bound<'_, PyDict>) -> PyResult<PositionWeight> {
    let mut weight = PositionWeight::default();
    for (key, value) in dict {
        let key = key.extract::<String>()?;
        *match &*key {
            "q_weight" => {
                weight.q_weight = value.extract()?;
                continue;
            }
            "policy_scale" => {
                weight.policy_scale = value.extract()?;
                continue;
            }
            "alpha" => &mut weight.alpha,
            "beta" => &mut weight.beta,
            "gamma" => &mut weight.gamma,
            "tau" => &mut weight.tau,
            "default_weight" => &mut weight.default_weight,
            other => {
                let expected = "q_weight, policy_scale, alpha, beta, gamma, tau and default_weight";
                return Err(unknown("weight", other, expected));
            }
        } = value.extract()?;
    }
    Ok(weight)
}

//! A job: what a file in TOML says.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use gardez::data::{EntryOrder, Filter, Memory, OnMisfit, TableRule, table};
use gardez_formats::{ChainRule, Format, ReadOptions, Strictness, WriteOptions};
use serde::Deserialize;
use toml::Value;

use super::digest::hash;
use crate::convert::losses::{Loss, losses};
use crate::output::Packing;
use crate::packed::format;
use crate::stop::Stop;

/// The keys of a job.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Keys {
    inputs: Vec<PathBuf>,
    output: PathBuf,
    from: Option<String>,
    to: Option<String>,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    unique: bool,
    #[serde(default)]
    against: Vec<PathBuf>,
    #[serde(default = "one")]
    shards: u32,
    level: Option<u8>,
    head: Option<u64>,
    sample: Option<u64>,
    #[serde(default = "one")]
    seed: u64,
    #[serde(default = "memory")]
    memory: u32,
    temp: Option<PathBuf>,
    #[serde(default)]
    lenient: bool,
    missing_score: Option<i16>,
    #[serde(default)]
    skip: bool,
    #[serde(default)]
    lose: Vec<String>,
    tables: Option<PathBuf>,
    #[serde(default)]
    tb_result: Rule,
    #[serde(default)]
    filters: BTreeMap<String, Value>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Order {
    #[default]
    Kept,
    Random,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Rule {
    #[default]
    Match,
    Drop,
    Set,
}

fn one<N: From<u8>>() -> N {
    1.into()
}

const fn memory() -> u32 {
    512
}

/// A job that can be run.
pub(super) struct Job {
    /// The digest of the text.
    pub(super) sha256: String,
    pub(super) text: String,
    pub(super) inputs: Vec<PathBuf>,
    pub(super) output: PathBuf,
    pub(super) from: Option<Format>,
    pub(super) format: Format,
    pub(super) order: EntryOrder,
    pub(super) unique: bool,
    pub(super) against: Vec<PathBuf>,
    pub(super) shards: u32,
    pub(super) packing: Packing,
    pub(super) head: Option<u64>,
    pub(super) sample: Option<u64>,
    pub(super) seed: u64,
    pub(super) memory: Memory,
    pub(super) read: ReadOptions,
    pub(super) write: WriteOptions,
    pub(super) on_misfit: OnMisfit,
    pub(super) tables: Option<PathBuf>,
    pub(super) rule: TableRule,
    pub(super) filter: Filter,
}

impl Job {
    /// Reads a job.
    pub(super) fn read(path: &Path) -> Result<Self, Stop> {
        let name = path.display();
        let wrong = |what: &dyn std::fmt::Display| Stop::Failed(format!("{name}: {what}"));
        let text = fs::read_to_string(path).map_err(|error| Stop::unreadable(&name.to_string(), error))?;
        let keys: Keys = toml::from_str(&text).map_err(|error| wrong(&error.to_string().trim_end()))?;
        let named = |text: Option<String>| text.map(|text| format(&text)).transpose().map_err(|error| wrong(&error));
        let (from, to) = (named(keys.from)?, named(keys.to)?);
        let format = to.or_else(|| table::of_path(&keys.output)).ok_or_else(|| {
            wrong(&format_args!("the format of the output {} is unknown; `to` says what it is", keys.output.display()))
        })?;
        let mut filter = Filter { seed: keys.seed, ..Filter::ALL };
        for (name, value) in &keys.filters {
            let text = match value {
                Value::Boolean(false) => continue,
                Value::Boolean(true) => String::new(),
                Value::String(text) => text.clone(),
                Value::Integer(number) => number.to_string(),
                _ => return Err(wrong(&format_args!("{name}: expected true, a number or a text"))),
            };
            filter.set(name, &text).map_err(|error| wrong(&error))?;
        }
        let lose = keys.lose.iter().map(|name| Loss::from_str(name, false)).collect::<Result<Vec<_>, _>>();
        let packing = Packing { level: keys.level };
        packing.check(&keys.output)?;
        if keys.inputs.is_empty() || !(1..=4096).contains(&keys.shards) || keys.memory == 0 {
            return Err(wrong(&"expected inputs, at least 1 MiB of memory, and 1 to 4096 shards"));
        }
        let bytes = usize::try_from(u64::from(keys.memory) << 20).unwrap_or(usize::MAX);
        Ok(Self {
            sha256: hash(text.as_bytes()),
            inputs: keys.inputs,
            output: keys.output,
            from,
            format,
            order: match keys.order {
                Order::Kept => EntryOrder::Kept,
                Order::Random => EntryOrder::Random,
            },
            unique: keys.unique,
            against: keys.against,
            shards: keys.shards,
            packing,
            head: keys.head,
            sample: keys.sample,
            seed: keys.seed,
            memory: Memory::new(bytes, keys.temp.unwrap_or_else(std::env::temp_dir)),
            read: ReadOptions {
                strictness: if keys.lenient { Strictness::Lenient } else { Strictness::Strict },
                missing_score: keys.missing_score,
            },
            write: WriteOptions {
                losses: losses(&lose.map_err(|error| wrong(&error))?),
                chain_rule: ChainRule::default(),
            },
            on_misfit: if keys.skip { OnMisfit::Skip } else { OnMisfit::Stop },
            tables: keys.tables,
            rule: match keys.tb_result {
                Rule::Match => TableRule::Match,
                Rule::Drop => TableRule::Drop,
                Rule::Set => TableRule::Set,
            },
            filter,
            text,
        })
    }
}

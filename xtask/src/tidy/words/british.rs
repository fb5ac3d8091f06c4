//! British spellings, and the American ones.
//!
//! A `|` divides each entry, so that this file passes its own check.

use std::collections::HashMap;

use super::undivided;

/// Words, or beginnings of words, in which `our` becomes `or`.
const OUR: [&str; 12] = [
    "arm|our",
    "behavi|our",
    "col|our",
    "endeav|our",
    "fav|our",
    "flav|our",
    "harb|our",
    "hon|our",
    "hum|our",
    "lab|our",
    "neighb|our",
    "rum|our",
];

/// What comes before `ise`, `ising`, `isation` and the like, which are spelled with a `z`.
const ISE: &str = "author canonical capital categor central character critic custom deserial digit discret emphas \
    equal factor familiar final formal general initial item legal linear local material maxim memor minim modern \
    neutral normal optim organ parallel penal prior quant random rational real recogn regular sanit scrutin serial \
    special stabil standard summar symbol synchron token util vector virtual visual";

/// What comes after these beginnings and `is`.
const ISE_ENDINGS: [&str; 9] = ["e", "ed", "er", "ers", "es", "ing", "able", "ation", "ations"];

/// Verbs that keep one `l` before `ed`, `er` and `ing`.
const EL: &str = "cancel channel dial fuel initial label level marshal model signal spiral total travel tunnel unravel";

/// The endings of these verbs.
const EL_ENDINGS: [&str; 4] = ["led", "ler", "lers", "ling"];

/// Other words, each with its American form.
const OTHERS: [(&str, &str); 34] = [
    ("age|ing", "aging"),
    ("among|st", "among"),
    ("analy|se", "analyze"),
    ("analy|sed", "analyzed"),
    ("analy|sing", "analyzing"),
    ("arte|fact", "artifact"),
    ("arte|facts", "artifacts"),
    ("cali|bre", "caliber"),
    ("cen|tre", "center"),
    ("cen|tred", "centered"),
    ("cen|tres", "centers"),
    ("defen|ce", "defense"),
    ("defen|ces", "defenses"),
    ("fi|bre", "fiber"),
    ("focus|sed", "focused"),
    ("ful|fil", "fulfill"),
    ("ful|fils", "fulfills"),
    ("gr|ey", "gray"),
    ("judge|ment", "judgment"),
    ("lear|nt", "learned"),
    ("licen|ce", "license"),
    ("licen|ces", "licenses"),
    ("manoeu|vre", "maneuver"),
    ("mea|gre", "meager"),
    ("offen|ce", "offense"),
    ("practi|se", "practice"),
    ("practi|sed", "practiced"),
    ("preten|ce", "pretense"),
    ("program|me", "program"),
    ("program|mes", "programs"),
    ("scep|tical", "skeptical"),
    ("skil|ful", "skillful"),
    ("spe|lt", "spelled"),
    ("whi|lst", "while"),
];

/// Everything above, ready to be looked up.
pub(super) struct British {
    /// Whole words with their American forms, in lower case.
    words: HashMap<String, String>,
    /// Parts of words with `our`.
    parts: Vec<String>,
}

impl British {
    pub(super) fn new() -> Self {
        let mut words: HashMap<_, _> = OTHERS.map(|(british, american)| (undivided(british), american.into())).into();
        for (verb, ending) in pairs(EL, &EL_ENDINGS) {
            words.insert(format!("{verb}{ending}"), format!("{verb}{}", &ending[1..]));
        }
        for (beginning, ending) in pairs(ISE, &ISE_ENDINGS) {
            words.insert(format!("{beginning}is{ending}"), format!("{beginning}iz{ending}"));
        }
        Self { words, parts: OUR.map(undivided).into() }
    }

    /// The American spelling of a British word, both in lower case.
    pub(super) fn american(&self, word: &str) -> Option<String> {
        let with_our = |part: &String| word.contains(part).then(|| word.replace(part, &part.replace("our", "or")));
        self.words.get(word).cloned().or_else(|| self.parts.iter().find_map(with_our))
    }
}

/// Each of the words in `beginnings` with each of the endings.
fn pairs<'a>(beginnings: &'a str, endings: &'a [&'a str]) -> impl Iterator<Item = (&'a str, &'a str)> {
    beginnings.split_whitespace().flat_map(|beginning| endings.iter().map(move |ending| (beginning, *ending)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_british_word_has_its_american_form() {
        let cases = [
            ("col|our", "color"),
            ("col|ours", "colors"),
            ("piececol|our", "piececolor"),
            ("neighb|ouring", "neighboring"),
            ("behavi|ours", "behaviors"),
            ("optimi|sed", "optimized"),
            ("organi|sation", "organization"),
            ("initiali|ses", "initializes"),
            ("summari|sing", "summarizing"),
            ("cancel|led", "canceled"),
            ("model|ling", "modeling"),
            ("licen|ce", "license"),
            ("cen|tre", "center"),
        ];
        let spellings = British::new();
        for (british, expected) in cases.into_iter().chain(OTHERS) {
            assert_eq!(spellings.american(&undivided(british)).as_deref(), Some(expected), "{british}");
        }
    }

    #[test]
    fn american_words_are_left_alone() {
        let words = [
            "color",
            "four",
            "your",
            "hour",
            "behavior",
            "optimize",
            "optimism",
            "realistic",
            "otherwise",
            "exercise",
            "precise",
            "organism",
            "specialist",
            "cancellation",
            "canceled",
            "analyses",
            "parallel",
            "license",
            "center",
            "called",
            "filled",
            "controlled",
            "advise",
            "premise",
            "initial",
            "levels",
        ];
        for word in words {
            assert_eq!(British::new().american(word), None, "{word}");
        }
    }
}

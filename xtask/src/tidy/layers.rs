//! The layers of docs/architecture.md: which crate may depend on which.

use std::collections::BTreeMap;

use crate::texts::Text;
use crate::workspace::Workspace;

const PAGE: &str = "docs/architecture.md";

/// The members that each member may use.
type Allowed = BTreeMap<String, Vec<String>>;

/// Reads the drawing: the layers from the vocabulary up, then the chores, and the packages that may use any crate.
fn allowed(page: &str) -> Option<Allowed> {
    let crates = |names: &str| -> Vec<String> {
        let names = names.trim_matches([' ', '{', '}']).split(", ");
        names.map(|name| if name == "gardez" { name.into() } else { format!("gardez-{name}") }).collect()
    };
    let mut lines = page.lines().skip_while(|line| !line.starts_with("types <- "));
    let (mut allowed, mut below) = (Allowed::new(), Vec::new());
    for layer in lines.next()?.split(" <- ").map(crates) {
        allowed.extend(layer.iter().map(|user| (user.clone(), below.clone())));
        below.extend(layer);
    }
    let (chores, others) = lines.next()?.split_once("   ")?;
    let (used, user) = chores.split_once(" <- ")?;
    allowed.insert(user.into(), crates(used));
    let others = others.split_once(" -> ")?.0.trim().split(", ");
    allowed.extend(others.map(|user| (user.replace('/', "-"), below.clone())));
    Some(allowed)
}

/// Returns the dependencies between members that the layers forbid.
pub(super) fn problems(workspace: &Workspace, texts: &[Text]) -> Result<Vec<String>, String> {
    let page = texts.iter().find(|text| text.path == PAGE).map_or("", |page| &page.text);
    let allowed = allowed(page).ok_or_else(|| format!("{PAGE} does not draw the layers"))?;
    let mut problems = Vec::new();
    for user in &workspace.packages {
        let used = user.dependencies.iter().filter(|used| !used.is_dev() && workspace.package(&used.name).is_some());
        for used in used.map(|used| &used.name) {
            if !allowed.get(&user.name).is_some_and(|allowed| allowed.contains(used)) {
                problems.push(format!("{}: must not depend on `{used}`: see the layers in {PAGE}", user.manifest));
            }
        }
    }
    Ok(problems)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::read;

    #[test]
    fn crates_use_only_the_layers_below_them() {
        let allowed = allowed(&read(PAGE).expect("it is committed")).expect("it draws the layers");
        let may = |user: &str, used: &str| allowed[user].iter().any(|name| name == used);
        for (user, used) in [
            ("gardez-position", "gardez-types"),
            ("gardez", "gardez-syzygy"),
            ("xtask", "gardez-io"),
            ("gardez-perft", "gardez-io"),
            ("conformance", "gardez-lc0"),
        ] {
            assert!(may(user, used) && !may(used, user), "{user} {used}");
        }
        for (user, used) in
            [("gardez-bitboard", "gardez-io"), ("gardez-uci", "gardez-notation"), ("xtask", "gardez-bitboard")]
        {
            assert!(!may(user, used), "{user} {used}");
        }
    }
}

//! The tree of a game with the position at one of its nodes, so that a walk along a line takes linear time.

use gardez_notation::pgn::{Game, NodeId};
use gardez_position::{Board, Position};
use gardez_types::Move;

/// A tree, and the position at the node that was asked for last.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) game: Game,
    at: NodeId,
    position: Position,
    moves: Vec<Option<Move>>,
}

/// The node was removed from its game.
#[derive(Debug)]
pub(super) struct Removed;

impl Tree {
    pub(super) fn new(game: Game) -> Self {
        let (at, position) = (game.root(), Position::from(*game.start()));
        Self { game, at, position, moves: Vec::new() }
    }

    /// Returns the nodes from the root to a node, without the root.
    pub(super) fn path(&self, id: NodeId) -> Result<Vec<NodeId>, Removed> {
        let mut path = Vec::new();
        let mut id = id;
        while id != self.game.root() {
            path.push(id);
            id = self.game.node(id).parent().ok_or(Removed)?;
        }
        path.reverse();
        Ok(path)
    }

    /// Returns the position after the move of a node.
    pub(super) fn position(&mut self, id: NodeId) -> Result<&Position, Removed> {
        if self.at == id {
            return Ok(&self.position);
        }
        if self.game.node(id).parent() == Some(self.at) {
            self.play(id);
            return Ok(&self.position);
        }
        let path = self.path(id)?;
        self.reset();
        for id in path {
            self.play(id);
        }
        Ok(&self.position)
    }

    /// Returns the board before the first move, and the moves up to a node.
    pub(super) fn line(&mut self, id: NodeId) -> Result<(Board, Vec<Option<Move>>), Removed> {
        self.position(id)?;
        Ok((*self.game.start(), self.moves.clone()))
    }

    /// Removes a move and all moves after it.
    pub(super) fn remove(&mut self, id: NodeId) {
        self.reset();
        self.game.remove(id);
    }

    fn reset(&mut self) {
        self.at = self.game.root();
        self.position = Position::from(*self.game.start());
        self.moves.clear();
    }

    fn play(&mut self, id: NodeId) {
        let m = self.game.node(id).mv();
        match m {
            Some(m) => self.position.do_move(m),
            // The side is not in check.
            None => _ = self.position.pass(),
        }
        self.moves.push(m);
        self.at = id;
    }
}

//! What must be true of every picture, read by a reader of XML.

use std::collections::BTreeSet;

use gardez_bitboard::Bitboard;
use gardez_position::Position;
use gardez_svg::{Arrow, Circle, Color, Coordinates, Diagram, Mask, Piece, Rgba, Sheet, Square, Theme};
use gardez_types::{Move, ParseError};
use quickcheck::quickcheck;
use roxmltree::{Document, Node};

/// A position reached by these choices among the legal moves.
fn position(choices: &[u8]) -> Position {
    let mut position = Position::start();
    for &choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        position.do_move(legal[usize::from(choice) % legal.len()]);
    }
    position
}

fn square(index: u8) -> Square {
    Square::from_index(index % 64).expect("the index is in range")
}

/// The elements of a picture with this name.
fn elements<'a>(document: &'a Document<'a>, name: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    document.descendants().filter(move |node| node.has_tag_name(("http://www.w3.org/2000/svg", name)))
}

/// The name of the shape and the place of each piece.
fn uses(picture: &str) -> BTreeSet<(String, i32, i32)> {
    let document = Document::parse(picture).expect("the picture is XML");
    let number = |node: &Node, name| node.attribute(name).expect("a piece has a place").parse().expect("a number");
    let uses = elements(&document, "use").map(|node| {
        let fill = node.parent().and_then(|group| group.attribute("fill")).expect("a group has a color");
        let shape = node.attribute("href").expect("a piece has a shape");
        (format!("{shape}{fill}"), number(&node, "x"), number(&node, "y"))
    });
    uses.collect()
}

/// A text that XML can contain as it is.
fn printable(text: &str) -> String {
    text.chars().filter(|&c| !c.is_control() && c < '\u{fffe}').collect()
}

quickcheck! {
    fn every_piece_is_drawn_once_with_a_shape_that_exists(choices: Vec<u8>) -> bool {
        let position = position(&choices);
        let picture = Diagram::from(&position).to_string();
        let document = Document::parse(&picture).expect("the picture is XML");
        let shapes: BTreeSet<_> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        let drawn = elements(&document, "use").filter_map(|node| node.attribute("href")?.strip_prefix('#'));
        uses(&picture).len() == position.occupied().len() as usize && drawn.collect::<BTreeSet<_>>() == shapes
    }

    fn the_view_of_black_is_turned_by_half_a_circle(choices: Vec<u8>) -> bool {
        let diagram = Diagram::from(&position(&choices));
        let turned = uses(&diagram.clone().with_orientation(Color::Black).to_string());
        turned == uses(&diagram.to_string()).into_iter().map(|(piece, x, y)| (piece, 336 - x, 336 - y)).collect()
    }

    fn a_diagram_from_pieces_is_that_of_the_board(choices: Vec<u8>) -> bool {
        let position = position(&choices);
        let pieces = Square::ALL.into_iter().rev().filter_map(|square| Some((square, position.piece_on(square)?)));
        let diagram = pieces.fold(Diagram::new(), |diagram, (square, piece)| diagram.with_piece(square, piece));
        diagram.to_string() == Diagram::from(&position).to_string()
    }

    fn texts_come_back_from_the_picture(title: String, name: String) -> bool {
        let mask = Mask::new(format!("{name}!"), Bitboard::EMPTY);
        let picture = Diagram::new().with_title(title.as_str()).with_mask(mask).to_string();
        let document = Document::parse(&picture).expect("the picture is XML");
        let read = elements(&document, "title").next().and_then(|node| node.text()).unwrap_or_default();
        let legend = elements(&document, "text").filter_map(|node| node.text()).last().unwrap_or_default();
        printable(read).replace('\u{fffd}', "") == printable(&title).replace('\u{fffd}', "")
            && printable(legend).replace('\u{fffd}', "") == printable(&format!("{name}!")).replace('\u{fffd}', "")
            && !picture.contains("\n\n")
    }

    /// The columns of a square that is in several sets fill it.
    fn masks_cover_their_union(sets: Vec<u64>) -> bool {
        let sets: Vec<_> = sets.into_iter().map(Bitboard::from_bits).collect();
        let diagram = Diagram::new().with_coordinates(Coordinates::None);
        let picture = sets.iter().fold(diagram, |diagram, &set| diagram.with_mask(set)).to_string();
        let document = Document::parse(&picture).expect("the picture is XML");
        // The first two paths are the light and the dark squares.
        let masks = elements(&document, "path").skip(2).filter_map(|node| node.attribute("d"));
        let widths = masks.flat_map(|path| path.split('h').skip(1).step_by(2));
        let width: u32 = widths.map(|rest| rest.split('v').next().and_then(|n| n.parse().ok()).unwrap_or(0)).sum();
        let union = sets.iter().fold(Bitboard::EMPTY, |union, &set| union | set);
        width == 48 * union.len()
    }

    fn arrows_and_circles_stay_on_the_board(from: u8, to: u8, width: u8, offset: i8) -> bool {
        let arrow = Arrow::new(square(from), square(to)).with_width(width).with_offset(offset);
        // On the line of the squares, an arrow is inside; an offset can move it out by its own amount.
        let outside = f64::from(offset.unsigned_abs().min(16));
        let picture = Diagram::new()
            .with_coordinates(Coordinates::None)
            .with_arrow(arrow)
            .with_circle(Circle::new(square(to)))
            .to_string();
        let document = Document::parse(&picture).expect("the picture is XML");
        let arrow = elements(&document, "path").nth(2).and_then(|node| node.attribute("d"));
        let Some(path) = arrow else { return square(from) == square(to) };
        let numbers = path.split(['M', 'L', ' ', 'z']).filter(|text| !text.is_empty());
        numbers.map(|text| text.parse::<f64>().expect("a number")).all(|n| (-outside..=384.0 + outside).contains(&n))
    }

    fn a_sheet_is_xml_with_all_its_diagrams(columns: usize, sets: Vec<u64>) -> bool {
        let diagrams = sets.iter().map(|&bits| Diagram::from(Bitboard::from_bits(bits)));
        let sheet = diagrams.fold(Sheet::new(columns % 20), |sheet, diagram| sheet.with_diagram("<a & b>", diagram));
        let text = sheet.to_string();
        let document = Document::parse(&text).expect("the picture is XML");
        elements(&document, "svg").count() == 1 + sets.len()
    }

    fn colors_are_read_as_they_are_printed(rgb: u32, alpha: u8) -> bool {
        let color = Rgba::new(rgb).with_alpha(alpha);
        color.to_string().parse() == Ok(color) && color.to_string().to_uppercase().parse() == Ok(color)
    }

    fn any_text_is_a_color_or_an_error(text: String) -> bool {
        text.parse::<Rgba>().map_or(true, |color| color.to_string().len() <= text.len())
    }
}

#[test]
fn errors_of_colors_have_a_place() {
    assert!(matches!("15781b".parse::<Rgba>(), Err(ParseError::Length { found: 6, .. })));
    assert!(matches!("$15781b".parse::<Rgba>(), Err(ParseError::Character { found: '$', at: 0, .. })));
    assert!(matches!("#1578é1".parse::<Rgba>(), Err(ParseError::Character { found: 'é', at: 5, .. })));
}

#[test]
fn castling_points_to_the_square_of_the_king() {
    for (rook, king) in [(Square::H8, Square::G8), (Square::A8, Square::C8)] {
        assert_eq!(Arrow::from(Move::castling(Square::E8, rook)), Arrow::new(Square::E8, king));
    }
}

#[test]
fn the_parts_of_a_picture_follow_the_theme_and_the_size() {
    let mut theme = Theme::GRAY;
    theme.margin = Rgba::new(0x123456);
    let diagram = Diagram::new().with_piece(Square::A1, Piece::WhiteKing).with_theme(theme);
    assert!(diagram.to_string().contains("#123456"));
    assert!(!diagram.to_string().contains("width=\"300\""));
    assert!(diagram.with_size(300).to_string().contains("width=\"300\" height=\"300\""));
}

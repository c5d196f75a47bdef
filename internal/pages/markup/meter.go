package markup

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

const (
	// maxNesting is how many blocks may be open inside each other.
	maxNesting = 64
	// maxWork is how many bytes a parse may look at more than once.
	maxWork = 64 << 20
	// maxCells is how many cells the tables of a text may have that are not in
	// it: a short row is filled up to the width of its head.
	maxCells = 1 << 16
)

var meterKey = parser.NewContextKey()

// A meter counts the work of one parse beyond a single look at each byte. The
// parser takes quadratic time on some texts and cannot be interrupted. Once the
// meter is empty, no metered parser opens anything more, so that the parse ends
// soon, and its result is thrown away (decision 142).
type meter struct {
	left       int
	block      ast.Node // the block whose delimiters are counted
	delimiters int
	notes      int
	cells      int
}

func newContext() (parser.Context, *meter) {
	pc, m := parser.NewContext(), &meter{left: maxWork}
	pc.Set(meterKey, m)
	return pc, m
}

func meterOf(pc parser.Context) *meter { return pc.Get(meterKey).(*meter) }

func (m *meter) spend(n int) { m.left -= n }
func (m *meter) empty() bool { return m.left < 0 }
func (m *meter) drain()      { m.left = -1 }

// A blockMeter lets a block parser work while the meter lasts.
type blockMeter struct{ parser.BlockParser }

// continueCost is what a line costs each block that it is inside of.
const continueCost = 16

func (b blockMeter) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	m := meterOf(pc)
	if len(pc.OpenedBlocks()) > maxNesting {
		m.drain()
	}
	if m.empty() {
		return nil, parser.NoChildren
	}
	return b.BlockParser.Open(parent, reader, pc)
}

func (b blockMeter) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	m := meterOf(pc)
	m.spend(continueCost)
	if m.empty() {
		return parser.Close
	}
	return b.BlockParser.Continue(node, reader, pc)
}

// A noteMeter meters definitions of footnotes, which are sorted by insertion.
type noteMeter struct{ blockMeter }

func (n noteMeter) Open(parent ast.Node, reader text.Reader, pc parser.Context) (ast.Node, parser.State) {
	node, state := n.blockMeter.Open(parent, reader, pc)
	if node != nil {
		m := meterOf(pc)
		m.notes++
		m.spend(m.notes)
	}
	return node, state
}

// A cost says what an inline parser may have looked at in vain, or what its
// success costs later. line is what it saw; node is nil where it found nothing.
type cost func(m *meter, parent, node ast.Node, line []byte, at text.Segment) int

// An inlineMeter lets an inline parser work while the meter lasts.
type inlineMeter struct {
	parser.InlineParser
	cost cost
}

func (i inlineMeter) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	m := meterOf(pc)
	if m.empty() {
		return nil
	}
	line, at := block.PeekLine()
	node := i.InlineParser.Parse(parent, block, pc)
	m.spend(i.cost(m, parent, node, line, at))
	return node
}

// A closerMeter is an inlineMeter of a parser that is told the end of a block.
type closerMeter struct{ inlineMeter }

func (c closerMeter) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	c.InlineParser.(parser.CloseBlocker).CloseBlock(parent, block, pc)
}

// A wordMeter meters the parser of addresses that no markup makes links, which is asked
// at each word and looks no further than its end. Hardly a word can be one.
type wordMeter struct{ parser.InlineParser }

func (w wordMeter) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	m := meterOf(pc)
	if m.empty() {
		return nil
	}
	line, _ := block.PeekLine()
	size, mayLink := nextWord(line[1:])
	m.spend(size)
	if !mayLink {
		return nil
	}
	return w.InlineParser.Parse(parent, block, pc)
}

// nextWord is how long a word is, up to the next space, and whether it has what every
// address has: the colon of a URL, the full stop of www. or the sign of email.
func nextWord(line []byte) (size int, mayLink bool) {
	for i, c := range line {
		switch c {
		case ' ':
			return i, mayLink
		case ':', '.', '@':
			mayLink = true
		}
	}
	return len(line), mayLink
}

// remaining returns how many bytes of its block stand after a place.
func remaining(parent ast.Node, at text.Segment) int {
	lines := parent.Lines()
	if lines == nil || lines.Len() == 0 {
		return 0
	}
	return max(lines.At(lines.Len()-1).Stop-at.Start, 0)
}

// blockCost is for parsers that search their closing mark to the end of the block.
func blockCost(_ *meter, parent, node ast.Node, _ []byte, at text.Segment) int {
	if text, ok := node.(*ast.Text); node != nil && !ok || ok && text == nil {
		return 0
	}
	return remaining(parent, at)
}

// tagCost is blockCost for what can begin a tag.
func tagCost(m *meter, parent, node ast.Node, line []byte, at text.Segment) int {
	if len(line) < 2 || line[1] != '!' && line[1] != '?' && line[1] != '/' && !isAlphanumeric(line[1]) {
		return 0
	}
	return blockCost(m, parent, node, line, at)
}

// labelCost is what the look for a definition of a label costs at most.
const labelCost = 500

// linkCost is that of the end of a link text, which looks through what its block
// holds so far for links and through what is left for the end of an address.
func linkCost(_ *meter, parent, node ast.Node, line []byte, at text.Segment) int {
	if line[0] != ']' {
		return 0
	}
	cost := parent.ChildCount() / 2
	switch {
	case node != nil:
		return cost
	case len(line) > 1 && (line[1] == '(' || line[1] == '['):
		return cost + labelCost + remaining(parent, at)
	}
	return cost + labelCost
}

// noteCost is that of a reference, which looks through all definitions.
func noteCost(m *meter, _, _ ast.Node, line []byte, _ text.Segment) int {
	if !bytes.HasPrefix(bytes.TrimPrefix(line, []byte("!")), []byte("[^")) {
		return 0
	}
	return m.notes + labelCost
}

// delimiterCost is that of a run of * or _ or ~, which is compared with all of
// its block at the end.
func delimiterCost(m *meter, parent, node ast.Node, _ []byte, _ text.Segment) int {
	if node == nil {
		return 0
	}
	if m.block != parent {
		m.block, m.delimiters = parent, 0
	}
	m.delimiters++
	return m.delimiters
}

// A definitionMeter meters definitions of links: for each that it finds the
// parser goes through all lines of the paragraph.
type definitionMeter struct{ parser.ParagraphTransformer }

func (d definitionMeter) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	m := meterOf(pc)
	m.spend(definitions(node.Lines(), reader.Source()) * node.Lines().Len())
	if !m.empty() {
		d.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// definitions returns how many lines of a paragraph can begin a definition.
func definitions(lines *text.Segments, source []byte) int {
	n := 0
	for i := range lines.Len() {
		line := lines.At(i)
		if bytes.HasPrefix(bytes.TrimLeft(line.Value(source), " "), []byte("[")) {
			n++
		} else if i == 0 {
			return 0
		}
	}
	return n
}

// A tableMeter refuses tables whose cells are many times their text.
type tableMeter struct{ parser.ParagraphTransformer }

func (t tableMeter) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	m := meterOf(pc)
	empty, escaped := tableSize(node.Lines(), reader.Source())
	m.cells += empty
	m.spend(escaped * escaped)
	if m.cells > maxCells {
		m.drain()
	}
	if !m.empty() {
		t.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// tableSize returns how many cells a paragraph has, should it be a table, that
// are not in its text, and how many pipes are escaped, each of which is compared
// with each.
func tableSize(lines *text.Segments, source []byte) (empty, escaped int) {
	columns, pipes := 0, 0
	for i := range lines.Len() {
		line := lines.At(i)
		value := line.Value(source)
		n := bytes.Count(value, []byte("|"))
		pipes += n
		escaped += bytes.Count(value, []byte(`\|`))
		if i > 0 && len(bytes.Trim(value, "|:- \t\r\n\v\f")) == 0 {
			columns = max(columns, n+1)
		}
	}
	if columns == 0 {
		return 0, 0
	}
	return max(columns*lines.Len()-pipes, 0), escaped
}

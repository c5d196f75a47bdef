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
	// maxCells is how many cells the tables of a text may have: a short row is
	// filled up to the width of its head.
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

// remaining returns how many bytes of its block stand after a place.
func remaining(parent ast.Node, at text.Segment) int {
	lines := parent.Lines()
	if lines == nil || lines.Len() == 0 {
		return 0
	}
	return max(lines.At(lines.Len()-1).Stop-at.Start, 0)
}

// wordCost is for parsers that stop at the next space.
func wordCost(_ *meter, _, _ ast.Node, line []byte, _ text.Segment) int {
	if end := bytes.IndexByte(line[1:], ' '); end >= 0 {
		return end
	}
	return len(line)
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

func linkCost(_ *meter, parent, node ast.Node, line []byte, at text.Segment) int {
	switch {
	case node != nil || line[0] != ']':
		return 0
	case len(line) > 1 && (line[1] == '(' || line[1] == '['):
		return remaining(parent, at) + labelCost
	}
	return labelCost
}

// noteCost is that of a reference, which looks through all definitions.
func noteCost(m *meter, _, _ ast.Node, line []byte, _ text.Segment) int {
	if len(line) > 1 && (line[1] == '^' || line[1] == '[') {
		return m.notes + labelCost
	}
	return 0
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

// A tableMeter refuses tables whose cells are many times their text.
type tableMeter struct{ parser.ParagraphTransformer }

func (t tableMeter) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	m := meterOf(pc)
	columns, escaped := tableSize(node, reader.Source())
	if columns > 0 {
		m.cells += columns * node.Lines().Len()
		m.spend(escaped * escaped)
	}
	if m.cells > maxCells {
		m.drain()
	}
	if !m.empty() {
		t.ParagraphTransformer.Transform(node, reader, pc)
	}
}

// tableSize returns the most columns that a line of a paragraph can declare, and
// how many pipes are escaped, each of which is compared with each.
func tableSize(node *ast.Paragraph, source []byte) (columns, escaped int) {
	lines := node.Lines()
	for i := range lines.Len() {
		line := lines.At(i)
		value := line.Value(source)
		escaped += bytes.Count(value, []byte(`\|`))
		if i > 0 && len(bytes.Trim(value, "|:- \t\r\n\v\f")) == 0 {
			columns = max(columns, bytes.Count(value, []byte("|"))+1)
		}
	}
	return columns, escaped
}

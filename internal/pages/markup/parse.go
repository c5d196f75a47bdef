package markup

import (
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdownParser reads CommonMark with the tables, strikethrough, autolinks, task
// lists and callouts of GitHub, and footnotes. Typography is left to the writer.
var markdownParser = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(blockParsers()...),
		parser.WithInlineParsers(inlineParsers()...),
		parser.WithParagraphTransformers(
			util.Prioritized(definitionMeter{parser.LinkReferenceParagraphTransformer}, 100),
			util.Prioritized(tableMeter{extension.NewTableParagraphTransformer()}, 200)),
		parser.WithASTTransformers(
			util.Prioritized(extension.NewTableASTTransformer(), 0),
			util.Prioritized(calloutTransformer{}, 100),
			util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
})

// blockParsers meters every block parser but that of paragraphs, which takes
// what the others leave.
func blockParsers() []util.PrioritizedValue {
	parsers := parser.DefaultBlockParsers()
	for i, p := range parsers {
		if block := p.Value.(parser.BlockParser); p.Priority < 1000 {
			parsers[i].Value = blockMeter{block}
		}
	}
	notes := noteMeter{blockMeter{extension.NewFootnoteBlockParser()}}
	return append(parsers, util.Prioritized(notes, 999))
}

func inlineParsers() []util.PrioritizedValue {
	links := closerMeter{inlineMeter{parser.NewLinkParser(), linkCost}}
	return []util.PrioritizedValue{
		util.Prioritized(taskParser{extension.NewTaskCheckBoxParser()}, 0),
		util.Prioritized(inlineMeter{parser.NewCodeSpanParser(), blockCost}, 100),
		util.Prioritized(inlineMeter{extension.NewFootnoteParser(), noteCost}, 101),
		util.Prioritized(links, 200),
		util.Prioritized(parser.NewAutoLinkParser(), 300),
		util.Prioritized(inlineMeter{parser.NewRawHTMLParser(), tagCost}, 400),
		util.Prioritized(inlineMeter{parser.NewEmphasisParser(), delimiterCost}, 500),
		util.Prioritized(inlineMeter{extension.NewStrikethroughParser(), delimiterCost}, 500),
		util.Prioritized(wordMeter{extension.NewLinkifyParser()}, 999),
	}
}

// A taskParser reads the box of a task, which a space follows: [x](/x) in a list
// is a link, although the library takes it for a box.
type taskParser struct{ parser.InlineParser }

func (p taskParser) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, _ := block.PeekLine(); len(line) > 3 && !util.IsSpace(line[3]) {
		return nil
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// parse returns the tree of a Markdown text. Its nodes point into source.
func parse(source []byte) (ast.Node, error) {
	if len(source) > MaxSource {
		return nil, ErrTooLong
	}
	pc, m := newContext()
	doc := markdownParser().Parse(text.NewReader(source), parser.WithContext(pc))
	if m.empty() {
		return nil, ErrTooComplex
	}
	return doc, nil
}

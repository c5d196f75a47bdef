package markup

import (
	"fmt"
	"sync"

	"github.com/JohannesKaufmann/html-to-markdown/v2/converter"
	basic "github.com/JohannesKaufmann/html-to-markdown/v2/plugin/base"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/commonmark"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/strikethrough"
	"github.com/JohannesKaufmann/html-to-markdown/v2/plugin/table"
)

var markdownConverter = sync.OnceValue(func() *converter.Converter {
	return converter.NewConverter(converter.WithPlugins(
		basic.NewBasePlugin(),
		commonmark.NewCommonmarkPlugin(commonmark.WithListEndComment(false)),
		strikethrough.NewStrikethroughPlugin(),
		table.NewTablePlugin(
			table.WithNewlineBehavior(table.NewlineBehaviorPreserve),
			table.WithSpanCellBehavior(table.SpanBehaviorEmpty),
			table.WithCellPaddingBehavior(table.CellPaddingBehaviorMinimal),
		),
	))
})

// ToMarkdown returns the rich text of an editor as Markdown, sanitized first.
// Relative links and images are resolved against the Base of the options where that
// is an absolute address, and pictures of the media library come in one size. It
// returns [ErrTooLong] or [ErrTooComplex] as [RichText] does.
func ToMarkdown(source string, o Options) (string, error) {
	o.plain = true
	html, err := RichText(nil, source, o)
	if err != nil {
		return "", err
	}
	if !convertible(string(html)) {
		return "", ErrTooComplex
	}
	text, err := markdownConverter().ConvertString(string(html))
	if err != nil {
		return "", fmt.Errorf("rich text to Markdown: %w", err)
	}
	return text, nil
}

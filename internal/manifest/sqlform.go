package manifest

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/sqltext"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// selects matches a statement that begins with the word SELECT.
var selects = lazyregexp.New(`(?i)^select(?:[^0-9a-z_$\x80-\x{10ffff}]|$)`)

var dialects = []string{sqltext.SQLite, sqltext.Postgres}

// statements reads sql: one statement, which means SQLite's, or one a dialect.
// It is nil when there is none, or nothing that could be one.
func (p *place) statements(refs *references) map[string]string {
	if p == nil {
		return nil
	}
	if p.node.Kind != yamldoc.Mapping {
		text, isText := p.node.Value.(string)
		switch {
		case !isText:
			p.wrong("sql must be one SELECT statement, or a map from dialect to statement.").Expected = []string{"string", "object"}
			return nil
		case strings.TrimSpace(text) == "":
			return nil
		}
		p.statement(sqltext.SQLite, text, refs)
		return map[string]string{sqltext.SQLite: text}
	}
	f, _ := p.mapping(dialects...)
	if len(p.node.Fields) == 0 {
		p.wrong("sql must name at least one dialect.").Expected = dialects
	}
	byDialect := make(map[string]string)
	for _, dialect := range dialects {
		if each := f.get(dialect); each != nil {
			byDialect[dialect] = each.string()
			each.statement(dialect, each.string(), refs)
		}
	}
	return byDialect
}

// statement checks the text of one dialect and collects its placeholders.
func (p *place) statement(dialect, text string, refs *references) {
	if !selects.MatchString(strings.TrimSpace(text)) || strings.Contains(text, ";") {
		d := p.wrong("sql must be one statement that begins with SELECT and has no semicolon.")
		if d.Expected = "string"; begins(text, "WITH") {
			d.Suggestion = "Put WITH into a subquery: SELECT * FROM (WITH … SELECT …)."
		}
		return
	}
	if err := sqltext.Check(dialect, text); err != nil {
		p.wrong("sql must be one whole SELECT statement; " + err.Error() + ".")
		return
	}
	seen := make(map[string]bool)
	for _, token := range sqltext.Tokens(dialect, text) {
		switch {
		case token.Kind == sqltext.Text || seen[token.Text]:
		case token.Kind == sqltext.Foreign:
			p.wrong("The parameter " + token.Text + " is not accepted; params are written as :name.")
		default:
			refs.check(p, token.Name())
		}
		seen[token.Text] = token.Kind != sqltext.Text
	}
}

// begins reports whether a statement begins with a keyword.
func begins(text, keyword string) bool {
	words := strings.Fields(text)
	return len(words) > 0 && strings.EqualFold(words[0], keyword)
}

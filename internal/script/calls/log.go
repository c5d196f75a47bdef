package calls

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/script"
)

// The bounds of a line of the log.
const (
	maxMessage = 8 << 10 // bytes
	maxFields  = 50
	maxName    = 100     // bytes of a field's name
	maxValue   = 2 << 10 // bytes of a field's value

	// minSecret is the shortest value of the environment that is taken out of lines:
	// a shorter one is no secret, and stands in many words.
	minSecret = 8
)

// logger writes the lines of handlers, without the values of their environment.
type logger struct {
	to      *slog.Logger
	secrets *strings.Replacer
}

func newLogger(to *slog.Logger, env map[string]string) logger {
	names := slices.SortedFunc(maps.Keys(env), func(a, b string) int { return len(env[b]) - len(env[a]) }) // what holds another goes first
	var pairs []string
	for _, name := range names {
		if len(env[name]) >= minSecret {
			pairs = append(pairs, env[name], "[env."+name+"]")
		}
	}
	return logger{to, strings.NewReplacer(pairs...)}
}

type line struct {
	Level   slog.Level
	Message string
	Fields  map[string]json.RawMessage
}

// write writes a line. What the handler says of it stands in a group of its own, where
// it hides nothing of what the service says.
func (c *Calls) write(ctx context.Context, _ *content.Call, l line) (any, error) {
	if !c.log.to.Enabled(ctx, l.Level) {
		return nil, nil
	}
	attrs := []slog.Attr{slog.String("handler", script.KeyOf(ctx))}
	if len(l.Fields) > 0 {
		attrs = append(attrs, slog.GroupAttrs("fields", c.log.fields(l.Fields)...))
	}
	c.log.to.LogAttrs(ctx, l.Level, c.log.text(l.Message, maxMessage), attrs...)
	return nil, nil
}

func (g logger) fields(given map[string]json.RawMessage) []slog.Attr {
	attrs := make([]slog.Attr, 0, min(len(given), maxFields))
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if len(attrs) == maxFields {
			break
		}
		attrs = append(attrs, slog.Attr{Key: g.text(name, maxName), Value: g.value(given[name])})
	}
	return attrs
}

// value keeps texts, numbers and booleans what they are; the rest is JSON.
func (g logger) value(text json.RawMessage) slog.Value {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return slog.StringValue("")
	}
	switch value := value.(type) {
	case string:
		return slog.StringValue(g.text(value, maxValue))
	case float64, bool, nil:
		return slog.AnyValue(value)
	}
	return slog.StringValue(g.text(string(text), maxValue))
}

// text is a text without secrets, and of no more than that many bytes.
func (g logger) text(s string, size int) string {
	s = g.secrets.Replace(s)
	if len(s) <= size {
		return s
	}
	for size > 0 && !utf8.RuneStart(s[size]) {
		size--
	}
	return s[:size] + "…"
}

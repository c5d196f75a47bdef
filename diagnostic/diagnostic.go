package diagnostic

import (
	"slices"
	"strings"
)

// Phase says when a diagnostic was raised.
type Phase string

// The phases.
const (
	Validate Phase = "validate"
	Boot     Phase = "boot"
	Runtime  Phase = "runtime"
)

// Severity is whether a finding stops the work or only deserves a look.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// Source is the place in a file that a diagnostic points at. Document, Line
// and Column count from 1; Column counts characters, not bytes. Zero means
// unknown.
type Source struct {
	File     string `json:"file"`
	Document int    `json:"document,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
}

// Diagnostic is one finding. Code, Phase, Severity, Path and Message are
// always set; the rest when known.
//
// Path is `manifest:<Kind>/<name>#<JSON pointer>` in the phases validate and
// boot. At run time it is `input#/<pointer>` for input and params,
// `data#/<pointer>` for entries and `mail#/<pointer>` for a message of a handler,
// so that a public caller learns no manifest names.
type Diagnostic struct {
	Code       Code     `json:"code"`
	Phase      Phase    `json:"phase"`
	Severity   Severity `json:"severity"`
	Path       string   `json:"path"`
	Message    string   `json:"message"`
	Source     *Source  `json:"source,omitempty"`
	Value      any      `json:"value,omitempty"`
	Expected   any      `json:"expected,omitempty"`
	Candidates []string `json:"candidates,omitempty"`
	Suggestion string   `json:"suggestion,omitempty"`

	// RequestID ties an INTERNAL_ERROR to the log line that has the detail.
	RequestID string `json:"requestId,omitempty"`

	// CandidatesPublic says that the contract shows the candidates to every
	// caller, as it does enabled locales. Public drops them otherwise.
	CandidatesPublic bool `json:"-"`

	// ValuePublic says that whoever gets the diagnostic may read Value anyway.
	ValuePublic bool `json:"-"`

	cause error
}

// Error makes a Diagnostic an error: `CODE message`, and in parentheses the property that
// it is about, where it is about one of an input, an entry, a message or a mapping.
func (d *Diagnostic) Error() string {
	text := string(d.Code) + " " + d.Message
	root, pointer, _ := strings.Cut(d.Path, "#")
	if pointer == "" || !slices.Contains([]string{"input", "data", "mail", "map"}, root) {
		return text
	}
	return text + " (" + d.Path + ")"
}

// Unwrap gives the internal cause, which is logged and never sent.
func (d *Diagnostic) Unwrap() error { return d.cause }

// WithCause returns a copy of d that carries the internal error behind it.
func (d Diagnostic) WithCause(err error) *Diagnostic {
	d.cause = err
	return &d
}

// Status is the HTTP status of the diagnostic's code.
func (d *Diagnostic) Status() int { return StatusOf(d.Code) }

// List collects diagnostics. The zero value is ready to use.
type List []*Diagnostic

// Add appends d; nil is ignored.
func (l *List) Add(d ...*Diagnostic) {
	for _, each := range d {
		if each != nil {
			*l = append(*l, each)
		}
	}
}

// HasErrors reports whether any diagnostic is an error; warnings alone are not.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d *Diagnostic) bool { return d.Severity == Error })
}

// Harden makes every warning an error.
func (l List) Harden() {
	for _, d := range l {
		d.Severity = Error
	}
}

// Codes lists the codes in order.
func (l List) Codes() []Code {
	codes := make([]Code, len(l))
	for i, d := range l {
		codes[i] = d.Code
	}
	return codes
}

// Sort orders by file, line and column, then path and code; the order of a
// report does not depend on the order in which checks ran.
func (l List) Sort() {
	slices.SortStableFunc(l, compare)
}

// Error makes a List an error that names every diagnostic, a line each.
func (l List) Error() string {
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.Error()
	}
	return strings.Join(lines, "\n")
}

// Err returns the list as an error when it holds an error, else nil.
func (l List) Err() error {
	if l.HasErrors() {
		return l
	}
	return nil
}

func compare(a, b *Diagnostic) int {
	as, bs := a.position(), b.position()
	if c := strings.Compare(as.File, bs.File); c != 0 {
		return c
	}
	if c := as.Line - bs.Line; c != 0 {
		return c
	}
	if c := as.Column - bs.Column; c != 0 {
		return c
	}
	if c := strings.Compare(a.Path, b.Path); c != 0 {
		return c
	}
	return strings.Compare(string(a.Code), string(b.Code))
}

func (d *Diagnostic) position() Source {
	if d.Source == nil {
		return Source{}
	}
	return *d.Source
}

package diagnostic

import "strings"

// Public is what a caller from outside may see of d: no source, no path into a
// manifest, no cause, and no value, which may be a stored row, unless ValuePublic
// says that it is theirs to read. Candidates, and
// the suggestion drawn from them, stay behind unless CandidatesPublic says
// that every caller may know them.
func (d *Diagnostic) Public() *Diagnostic {
	p := &Diagnostic{
		Code: d.Code, Phase: d.Phase, Severity: d.Severity, Path: d.Path, Message: d.Message,
		Expected: d.Expected, RequestID: d.RequestID,
	}
	if d.ValuePublic {
		p.Value = d.Value
	}
	if strings.HasPrefix(d.Path, "manifest:") {
		p.Path = ""
	}
	if d.CandidatesPublic || len(d.Candidates) == 0 {
		p.Candidates, p.Suggestion = d.Candidates, d.Suggestion
	}
	return p
}

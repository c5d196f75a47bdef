package diagnostic

import (
	"encoding/json"
	"io"
)

// WriteJSON writes the report of the command line: `{ "ok": bool,
// "diagnostics": [...] }`. ok is false when any diagnostic is an error.
func (l List) WriteJSON(w io.Writer) error {
	report := struct {
		OK          bool `json:"ok"`
		Diagnostics List `json:"diagnostics"`
	}{!l.HasErrors(), l}
	if l == nil {
		report.Diagnostics = List{}
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(report)
}

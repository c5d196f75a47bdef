package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/quartet-dev/quartet/internal/app"
	sites "github.com/quartet-dev/quartet/internal/dev"
	"github.com/quartet-dev/quartet/internal/diag"
)

// terminal is where a command reads an answer and writes.
type terminal struct {
	name           string // of the program
	stdin          io.Reader
	stdout, stderr io.Writer
}

// style paints text for a terminal; where there is none, or NO_COLOR is set, it
// leaves text as it is.
type style bool

func styleOf(w io.Writer) style {
	return style(isTerminal(w) && os.Getenv("NO_COLOR") == "")
}

func isTerminal(stream any) bool {
	file, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (s style) bold(text string) string  { return s.paint("\x1b[1m", text) }
func (s style) faint(text string) string { return s.paint("\x1b[2m", text) }
func (s style) good(text string) string  { return s.paint("\x1b[32m", text) }
func (s style) bad(text string) string   { return s.paint("\x1b[31m", text) }

func (s style) paint(code, text string) string {
	if !s {
		return text
	}
	return code + text + "\x1b[0m"
}

// diagnostics writes a list for people.
func diagnostics(w io.Writer, list diag.List) {
	_ = diag.Text{Read: sites.ReadSource, Color: bool(styleOf(w))}.Write(w, list) // the terminal is gone; there is nobody left to tell
}

// object writes a value as indented JSON.
func object(w io.Writer, v any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return fmt.Errorf("write the answer: %w", err)
	}
	return nil
}

// outcome is the JSON of a command that fails with diagnostics or does
// something.
type outcome struct {
	OK          bool      `json:"ok"`
	Diagnostics diag.List `json:"diagnostics"`
}

func outcomeOf(list diag.List) outcome {
	if list == nil {
		list = diag.List{}
	}
	return outcome{!list.HasErrors(), list}
}

// found takes the diagnostics out of an error. An error without any is given
// back.
func found(err error) (diag.List, error) {
	if list := app.DiagnosticsOf(err); list != nil {
		return list, nil
	}
	return nil, err
}

package diag_test

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/diag"
)

var update = flag.Bool("update", false, "write docs/diagnostics.md")

const document = "../../docs/diagnostics.md"

// TestDiagnosticsDocument holds docs/diagnostics.md against the catalogue;
// `go generate ./internal/diag` writes it.
func TestDiagnosticsDocument(t *testing.T) {
	want := diagnosticsDocument()
	if *update {
		if err := os.WriteFile(document, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(document)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("docs/diagnostics.md is stale; run go generate ./internal/diag")
	}
}

func diagnosticsDocument() []byte {
	var b bytes.Buffer
	b.WriteString(`# Diagnostics

<!-- Generated from internal/diag/catalogue.go by go generate ./internal/diag; do not edit. -->

Every fault is reported as a diagnostic with one of these codes. Codes are stable; messages are not. The status is that
of the HTTP answer when the diagnostic reaches a caller. A warning does not stop the work; everything else is an error.

| code | phases | status | meaning |
|---|---|---|---|
`)
	for _, m := range diag.Catalogue() {
		fmt.Fprintf(&b, "| `%s` | %s | %d | %s |\n", m.Code, phases(m), m.Status, strings.ReplaceAll(m.Text, "<", `\<`))
	}
	return b.Bytes()
}

func phases(m diag.Meaning) string {
	words := make([]string, len(m.Phases))
	for i, phase := range m.Phases {
		words[i] = string(phase)
	}
	text := strings.Join(words, ", ")
	if m.Severity == diag.Warning {
		text += " (warning)"
	}
	return text
}

func TestCatalogueIsWhole(t *testing.T) {
	seen := map[diag.Code]bool{}
	for _, m := range diag.Catalogue() {
		if seen[m.Code] {
			t.Errorf("%s is listed twice", m.Code)
		}
		seen[m.Code] = true
		if len(m.Phases) == 0 || m.Status < 400 || !strings.HasSuffix(m.Text, ".") || strings.Contains(m.Text, "|") {
			t.Errorf("%s: phases, status or text is missing or wrong", m.Code)
		}
	}
	if len(seen) < 80 {
		t.Errorf("%d codes; the catalogue was cut", len(seen))
	}
}

package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// BenchmarkTyping is how long a key takes in an article of 20,000 words, in a browser.
// README.md says more.
//
//	go test ./e2e -run '^$' -bench Typing -benchtime 1x -v
func BenchmarkTyping(b *testing.B) {
	articles, err := os.ReadFile("../examples/publication/manifests/articles.yaml")
	if err != nil {
		b.Fatal(err)
	}
	roomy := files{"manifests/articles.yaml": strings.ReplaceAll(string(articles), "maxLength: 20000", "maxLength: 400000")}
	s := serve(b, "publication", roomy)
	for b.Loop() {
		out, err := node(b, append(chromium(b), s.environment()...), "typing.mjs")
		if err != nil {
			b.Fatalf("%v\n%s\n%s", err, out, s.log(b))
		}
		reportKeys(b, out)
	}
	b.ReportMetric(0, "ns/op") // what it takes says nothing
}

// reportKeys prints what each place of the article took, in milliseconds, and reports
// the slowest of them.
func reportKeys(b *testing.B, output []byte) {
	b.Helper()
	var most float64
	for line := range bytes.Lines(output) {
		var keys struct {
			Place                            string
			Median, P95, Longest, BusyPerKey float64
		}
		if json.Unmarshal(line, &keys) != nil {
			continue // a warning of Node's
		}
		b.Logf("%-30s median %.1f, 95th percentile %.1f, longest %.1f ms; the page works %.1f ms a key", keys.Place, keys.Median, keys.P95, keys.Longest, keys.BusyPerKey)
		if keys.Place != "warming up" {
			most = max(most, keys.P95)
		}
	}
	b.ReportMetric(cmp.Or(most, -1), "ms/key")
}

package e2e_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"slices"
	"testing"
)

var paintRounds = flag.Int("rounds", 40, "how often BenchmarkPaint visits each site, with the HTTP cache and without")

// sizes are how many posts the sites of BenchmarkPaint have.
var sizes = [2]int{1000, 1_000_000}

// BenchmarkPaint is how long it takes in a browser from the start of a
// navigation until the list of entries is painted, in a collection of 1,000
// entries and in one of 1,000,000. Both sites are visited in turns; what counts
// is the ratio. README.md says more.
//
//	go test ./e2e -run '^$' -bench Paint -benchtime 1x
func BenchmarkPaint(b *testing.B) {
	environment := append(chromium(b), fmt.Sprint("ROUNDS=", *paintRounds), "SITES="+string(signedIn(b)))
	for b.Loop() {
		out, err := node(b, environment, "paint.mjs")
		if err != nil {
			b.Fatalf("%v\n%s", err, out)
		}
		reportPaints(b, out)
	}
	b.ReportMetric(0, "ns/op") // what it takes says nothing
}

// signedIn starts the sites and gives, as JSON, where they are and the cookies
// of their owners.
func signedIn(b *testing.B) []byte {
	b.Helper()
	var sites []map[string]any
	for _, posts := range sizes {
		s := magazine(b, posts)
		cookies, err := node(b, s.environment(), "owner.mjs")
		if err != nil {
			b.Fatalf("%v\n%s", err, cookies)
		}
		sites = append(sites, map[string]any{"url": s.url, "cookies": json.RawMessage(cookies)})
	}
	text, err := json.Marshal(sites)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

// visits are one to each site, right after each other.
type visits struct {
	IsCached bool
	Times    [len(sizes)]struct{ Rows, Counts float64 } // milliseconds
}

// reportPaints prints the median and the quartiles of each measure, and reports
// what was promised: the rows, in a browser that has been here before.
func reportPaints(b *testing.B, output []byte) {
	b.Helper()
	all := map[string][][2]float64{}
	for line := range bytes.Lines(output) {
		var v visits
		if err := json.Unmarshal(line, &v); err != nil {
			b.Fatalf("%v: %s", err, line)
		}
		cache := "HTTP cache"
		if !v.IsCached {
			cache = "empty cache"
		}
		few, many := v.Times[0], v.Times[1]
		all["rows, "+cache] = append(all["rows, "+cache], [2]float64{few.Rows, many.Rows})
		all["rows and counts, "+cache] = append(all["rows and counts, "+cache], [2]float64{max(few.Rows, few.Counts), max(many.Rows, many.Counts)})
	}
	for _, measure := range []string{"rows, HTTP cache", "rows and counts, HTTP cache", "rows, empty cache", "rows and counts, empty cache"} {
		few := quartiles(all[measure], func(t [2]float64) float64 { return t[0] })
		many := quartiles(all[measure], func(t [2]float64) float64 { return t[1] })
		ratio := quartiles(all[measure], func(t [2]float64) float64 { return t[1] / t[0] })
		b.Logf("%-28s %4.0f and %4.0f ms, ratio %.2f (%.2f to %.2f) of %d rounds", measure, few[1], many[1], ratio[1], ratio[0], ratio[2], len(all[measure]))
		if measure == "rows, HTTP cache" {
			b.ReportMetric(few[1], fmt.Sprint("ms/", sizes[0]))
			b.ReportMetric(many[1], fmt.Sprint("ms/", sizes[1]))
			b.ReportMetric(ratio[1], "ratio")
		}
	}
}

// quartiles are the first, the median and the third of a number of each round.
func quartiles[T any, N cmp.Ordered](rounds []T, number func(T) N) (q [3]N) {
	numbers := make([]N, len(rounds))
	for i, round := range rounds {
		numbers[i] = number(round)
	}
	slices.Sort(numbers)
	for i := range q {
		q[i] = numbers[len(numbers)*(i+1)/4]
	}
	return q
}

package metrics_test

import (
	"context"
	_ "embed"
	"runtime"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/metrics"
	"github.com/quartet-dev/quartet/observe"
)

//go:embed testdata/families.txt
var families string

// Dashboards and alerts go by names and kinds: each stays, and each says what it
// means.
func TestNamesAndKindsStay(t *testing.T) {
	m := metrics.New()
	known := report
	known.Database.Free = 1
	m.Watch(func(context.Context) (observe.Health, error) { return known, nil })
	send(framed(m.Observe), "GET", "/?a")
	text := send(m, "GET", "/metrics").Body.String()
	var found strings.Builder
	helped := ""
	for line := range strings.Lines(text) {
		switch word := strings.Fields(line); {
		case strings.HasPrefix(line, "# HELP ") && len(word) > 3:
			helped = word[2]
		case strings.HasPrefix(line, "# TYPE "):
			found.WriteString(line)
			if helped != word[2] {
				t.Errorf("%s does not say what it means", word[2])
			}
		}
	}
	if want := onThisSystem(families); found.String() != want {
		t.Errorf("got\n%s\nwant\n%s", found.String(), want)
	}
}

// onThisSystem leaves out what only Linux tells of a process.
func onThisSystem(families string) string {
	if runtime.GOOS == "linux" {
		return families
	}
	var rest strings.Builder
	for line := range strings.Lines(families) {
		if !strings.Contains(line, " process_") {
			rest.WriteString(line)
		}
	}
	return rest.String()
}

// A histogram counts upwards, to all of them.
func TestDurationsAreAHistogram(t *testing.T) {
	m := metrics.New()
	for range 3 {
		m.Observe(newRequest("/"))(httpx.Answer{Route: `a "b\c` + "\nd", Status: 200})
	}
	text := send(m, "GET", "/metrics").Body.String()
	const labels = `{method="GET",route="a \"b\\c\nd"`
	for _, line := range []string{
		"quartet_http_request_duration_seconds_bucket" + labels + `,le="30"} 3`,
		"quartet_http_request_duration_seconds_bucket" + labels + `,le="+Inf"} 3`,
		"quartet_http_request_duration_seconds_count" + labels + "} 3",
		"quartet_http_requests_total" + labels + `,status="2xx"} 3`,
	} {
		if !strings.Contains(text, line+"\n") {
			t.Errorf("no line %s in\n%s", line, text)
		}
	}
	if got := strings.Count(text, "quartet_http_request_duration_seconds_bucket"); got != 16 {
		t.Errorf("%d buckets, want 16", got)
	}
}

package latency

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestRoutesAreParsed(t *testing.T) {
	for text, want := range map[string]Route{
		"posts=/api/views/posts?author=a=b": {"posts", "http://localhost:8080/site/api/views/posts?author=a=b"},
		"posts=api/views/posts":             {"posts", "http://localhost:8080/site/api/views/posts"},
		"far=https://far.example/x":         {"far", "https://far.example/x"},
	} {
		got, err := ParseRoute(text, "http://localhost:8080/site/")
		if err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "posts", "=x", "posts=", "a=ftp://x/", "a=http:///x", "a=http://%zz/"} {
		if route, err := ParseRoute(text, "http://localhost"); err == nil {
			t.Errorf("%q is read as %+v", text, route)
		}
	}
	if _, err := ParseRoute("a=/x", ""); err == nil {
		t.Error("a path without a base URL is a route")
	}
}

// Percentiles are those of answers that did not fail, by the nearest rank.
func TestPercentiles(t *testing.T) {
	var times []time.Duration
	for i := range 200 {
		times = append(times, time.Duration(i+1)*time.Millisecond)
	}
	for p, want := range map[float64]float64{50: 100, 95: 190, 99: 198, 100: 200, 0: 1} {
		if got := percentile(times, p); got != want {
			t.Errorf("p%v is %v, want %v", p, got, want)
		}
	}
	if got := percentile(nil, 50); got != 0 {
		t.Errorf("the median of nothing is %v", got)
	}
}

// Slower is what is beyond the tolerance in the median and in p95, and by more
// than two runs differ anyway.
func TestSlowerIsBeyondTheTolerance(t *testing.T) {
	for name, test := range map[string]struct {
		before, now Quantiles
		failures    int
		slower      bool
	}{
		"both":               {Quantiles{10, 20, 30}, Quantiles{16, 31, 30}, 0, true},
		"the median alone":   {Quantiles{10, 20, 30}, Quantiles{16, 29, 99}, 0, false},
		"p95 alone":          {Quantiles{10, 20, 30}, Quantiles{14, 99, 99}, 0, false},
		"within a blink":     {Quantiles{0.1, 0.2, 0.3}, Quantiles{0.9, 1.1, 9}, 0, false},
		"nothing to compare": {Quantiles{10, 20, 30}, Quantiles{}, 5, false},
		"faster":             {Quantiles{10, 20, 30}, Quantiles{1, 2, 3}, 0, false},
	} {
		r := &Report{Routes: []Timing{{Route: "a", Requests: 5, Failures: test.failures, Quantiles: test.now}, {Route: "new", Requests: 5}}}
		r.Compare(&Report{Routes: []Timing{{Route: "a", Quantiles: test.before}}}, 0.5)
		if got := r.Routes[0]; got.Slower != test.slower || *got.Baseline != test.before || r.Routes[1].Baseline != nil {
			t.Errorf("%s: %+v", name, got)
		}
		if want := test.slower || test.failures > 0; r.Failed() != want {
			t.Errorf("%s: failed is %v", name, r.Failed())
		}
	}
}

// Routes are asked in turn and one at a time, warmup is not counted, and no
// redirect is followed.
func TestRoutesAreAskedInTurn(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+r.Header.Get("X-Key"))
		if r.URL.Path == "/away" {
			http.Redirect(w, r, "/a", http.StatusFound)
		}
		_, _ = io.WriteString(w, "tea")
	}))
	defer server.Close()
	routes := []Route{{"a", server.URL + "/a"}, {"away", server.URL + "/away"}}
	r := Sample(t.Context(), routes, Options{Rounds: 2, Warmup: 1, Header: http.Header{"X-Key": {"k"}}})
	if got, want := fmt.Sprint(asked), "[/ak /awayk /ak /awayk /ak /awayk]"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	a, away := r.Routes[0], r.Routes[1]
	if a.Requests != 2 || a.Failures != 0 || a.Bytes != 3 || a.P50 <= 0 || a.P99 < a.P50 {
		t.Errorf("%+v", a)
	}
	if away.Failures != 2 || away.Failure != "status 302" || away.P50 != 0 || !r.Failed() || r.Interrupted {
		t.Errorf("%+v", away)
	}
}

func TestARunIsBrokenOff(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	n := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		if n++; n == 3 {
			stop()
		}
	}))
	defer server.Close()
	r := Sample(ctx, []Route{{"a", server.URL}}, Options{Rounds: 1000})
	if !r.Interrupted || !r.Failed() || r.Routes[0].Requests < 2 || r.Routes[0].Requests > 3 || r.Routes[0].Failures != 0 {
		t.Errorf("%+v", r)
	}
}

// A password in a URL is in no report, and neither is the URL in what failed.
func TestReportsKeepSecrets(t *testing.T) {
	r := Sample(t.Context(), []Route{{"a", "http://user:hush@127.0.0.1:1/?key=hush"}}, Options{Rounds: 1})
	if a := r.Routes[0]; a.URL != "http://user:xxxxx@127.0.0.1:1/?key=hush" || a.Failures != 1 || a.Failure == "" || len(a.Failure) > 100 {
		t.Errorf("%+v", a)
	}
}

func TestBaselinesAreReports(t *testing.T) {
	for _, text := range []string{"", "[]", "{}", `{"routes":[]}`, `{"routes":{}}`} {
		if r, err := ReadBaseline([]byte(text)); err == nil {
			t.Errorf("%q is read as %+v", text, r)
		}
	}
}

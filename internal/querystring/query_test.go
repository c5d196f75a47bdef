package querystring

import (
	"math"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

var declared = Params{"q": asText, "n": asInteger, "a/b": asText, "list": unsupported}

// TestReadQuery is "View REST behaviour" 3 and "Limits" for whole queries.
func TestReadQuery(t *testing.T) {
	show := func(f float64) *float64 { return &f }
	for query, want := range map[string]content.ViewCall{
		"":                           {},
		"&&=&x=1":                    {},
		"q=a+b%20%C3%A4":             {Params: map[string]any{"q": "a b ä"}},
		"q":                          {Params: map[string]any{"q": ""}},
		"%71=a":                      {Params: map[string]any{"q": "a"}},
		"a%2Fb=1":                    {Params: map[string]any{"a/b": "1"}},
		"q=a=b;c":                    {Params: map[string]any{"q": "a=b;c"}},
		"q=first&q=second&n=1&n=bad": {Params: map[string]any{"q": "first", "n": int64(1)}},
		"unknown=%ff&%zz=1&utm=%":    {},
		"page=3&show=10&cursor=abc":  {Page: 3, Show: show(10), Cursor: "abc"},
		"page=2.9&show=2.9":          {Page: 2, Show: show(2.9)},
		"page=0":                     {Page: 1},
		"page=-5":                    {Page: 1},
		"page=abc":                   {Page: 1},
		"page=":                      {Page: 1},
		"page=%ff":                   {Page: 1},
		"page=1e300":                 {Page: math.MaxInt64},
		"page=99999999999999999999":  {Page: math.MaxInt64},
		"page=2&page=3":              {Page: 2},
		"show=abc":                   {},
		"show=Infinity":              {},
		"show=-1":                    {Show: show(-1)},
		"cursor=%ff":                 {Cursor: "%ff"},
		"cursor=":                    {},
	} {
		var got content.ViewCall
		if err := declared.Read(query, &got, nil); err != nil {
			t.Errorf("%q: %v", query, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: %s", query, diff)
		}
	}
}

func TestReadQueryRefuses(t *testing.T) {
	for query, path := range map[string]string{
		"n=x":          "input#/n",
		"n=x&n=1":      "input#/n",
		"q=%":          "input#/q",
		"q=%zz":        "input#/q",
		"q=%ff":        "input#/q",
		"q=a%00":       "input#/q",
		"a%2Fb=%00":    "input#/a~1b",
		"list=1":       "input#/list",
		"q=ok&n=1.5":   "input#/n",
		"page=1&n=abc": "input#/n",
	} {
		var call content.ViewCall
		err := declared.Read(query, &call, nil)
		if !diag.HasCode(err, diag.InputValidationFailed) || diag.As(err).Path != path {
			t.Errorf("%q: got %v, want INPUT_VALIDATION_FAILED at %s", query, err, path)
		}
	}
}

// FuzzReadQuery holds Read against net/url where that takes a query, and
// its values against what JSON can hold.
func FuzzReadQuery(f *testing.F) {
	f.Add("q=a+b%20&n=1&page=2&show=5&cursor=x&q=%ff")
	f.Fuzz(func(t *testing.T, query string) {
		var call content.ViewCall
		if err := declared.Read(query, &call, nil); err != nil {
			if !diag.HasCode(err, diag.InputValidationFailed) {
				t.Fatalf("%q: %v", query, err)
			}
			return
		}
		if _, err := jsonvalue.Normalize(call.Params, jsonvalue.Limits{}); err != nil {
			t.Fatalf("%q: params are no JSON value: %v", query, err)
		}
		reference, err := url.ParseQuery(query)
		if err != nil {
			return
		}
		q, ok := call.Params["q"]
		if want := reference["q"]; ok != (len(want) > 0) || ok && q != want[0] {
			t.Fatalf("%q: q is %v, net/url reads %q", query, q, want)
		}
	})
}

func TestReadQueryAllocatesNoMoreThanItsParams(t *testing.T) {
	allocations := testing.AllocsPerRun(100, func() {
		var call content.ViewCall
		if err := declared.Read("utm=x&page=2", &call, nil); err != nil {
			t.Fatal(err)
		}
	})
	if allocations > 1 {
		t.Errorf("%v allocations for a query without params", allocations)
	}
}

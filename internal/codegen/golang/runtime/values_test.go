package service

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

// sample is a struct as generated code has them.
type sample struct {
	Name  string          `json:"name"`
	Inner inner           `json:"inner"`
	Maybe Opt[int64]      `json:"maybe,omitzero"`
	List  List[string]    `json:"list"`
	Any   json.RawMessage `json:"any,omitzero"`
	Next  *sample         `json:"next,omitzero"`

	Additional Map[int64] `json:"-"`
}

type inner struct {
	Count int64 `json:"count"`
}

func (v *sample) members() []member {
	return []member{
		{"name", &v.Name, false}, {"inner", &v.Inner, false}, {"maybe", &v.Maybe, true}, {"list", &v.List, false},
		{"any", &v.Any, true}, {"next", &v.Next, true},
	}
}

func (v sample) MarshalJSON() ([]byte, error) { return encodeObject(v.members(), v.Additional) }

func (v *sample) UnmarshalJSON(text []byte) error {
	return decodeObject(text, v.members(), &v.Additional)
}

func TestObjectsKeepWhatTheyWereReadFrom(t *testing.T) {
	for _, text := range []string{
		`{"name":"a","inner":{"count":1},"list":[]}`,
		`{"name":"","inner":{"count":0},"maybe":null,"list":["x"],"any":null}`,
		`{"name":"a","inner":{"count":1},"maybe":7,"list":[],"any":{"b":[1,2]},"next":{"name":"b","inner":{"count":2},"list":[]},"NAME":3,"other":9007199254740993}`,
	} {
		var value sample
		if err := json.Unmarshal([]byte(text), &value); err != nil {
			t.Fatal(text, err)
		}
		back, err := json.Marshal(value)
		if err != nil || string(back) != text {
			t.Errorf("%s came back as %s, %v", text, back, err)
		}
	}
}

func TestAListAndAMapAreNeverNull(t *testing.T) {
	text, err := json.Marshal(struct {
		A List[string]
		B Map[int64]
		C *List[string]
		D List[string] `json:",omitzero"`
		E Map[int64]   `json:",omitzero"`
	}{})
	if err != nil || string(text) != `{"A":[],"B":{},"C":null}` {
		t.Errorf("%s %v", text, err)
	}
}

// TestAValueThatDoesNotFitHasAPlace: the service turns the field into a pointer.
func TestAValueThatDoesNotFitHasAPlace(t *testing.T) {
	for text, want := range map[string]string{
		`{"name":1}`:                                "name",
		`{"inner":{"count":1.5}}`:                   "inner.count",
		`{"next":{"inner":{"count":"x"}}}`:          "next.inner.count",
		`{"other":"x"}`:                             "other",
		`{"inner":{"count":99999999999999999999}}`:  "inner.count",
		`{"next":{"next":{"maybe":"x"},"list":[]}}`: "next.next.maybe",
	} {
		err := json.Unmarshal([]byte(text), new(sample))
		if wrong := (*json.UnmarshalTypeError)(nil); !errors.As(err, &wrong) || wrong.Field != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestOpt(t *testing.T) {
	if value, ok := Some(3).Get(); value != 3 || !ok || Some(3).IsZero() || Some(3).IsNull() {
		t.Error(value, ok)
	}
	if _, ok := Null[int]().Get(); ok || Null[int]().IsZero() || !Null[int]().IsNull() {
		t.Error(ok)
	}
	if absent := (Opt[int]{}); !absent.IsZero() || absent.IsNull() {
		t.Error(absent)
	}
}

func TestUnionsAreToldApart(t *testing.T) {
	circle := form{kind: '{', required: []string{"kind"}, literals: map[string][]string{"kind": {`"circle"`, "1"}}}
	for _, test := range []struct {
		text string
		form form
		want bool
	}{
		{`{"kind":"circle"}`, circle, true},
		{` {"kind":"c\u0069rcle"}`, circle, true},
		{`{"kind":1.0}`, circle, true},
		{`{"kind":"square"}`, circle, false},
		{`{"kind":["circle"]}`, circle, false},
		{`{}`, circle, false},
		{`[]`, circle, false},
		{`"x"`, form{kind: '"'}, true},
		{`-1`, form{kind: '0'}, true},
		{`false`, form{kind: 't'}, true},
		{`null`, form{kind: 'n'}, true},
		{`1`, form{kind: '"'}, false},
	} {
		var u Union
		if err := json.Unmarshal([]byte(test.text), &u); err != nil {
			t.Fatal(err)
		}
		if _, ok := as[any](u, test.form); ok != test.want {
			t.Errorf("%s has the form %v: %t", test.text, test.form, ok)
		}
	}
	if v, ok := as[string](Union{value: "made"}, form{kind: '"'}); v != "made" || !ok {
		t.Error("what a program sets can be read", v, ok)
	}
	if text, err := json.Marshal(Union{}); string(text) != "null" || err != nil {
		t.Error(string(text), err)
	}
}

func TestConvertAndJSON(t *testing.T) {
	got, err := Convert[inner](map[string]any{"count": 4, "more": true})
	if err != nil || got.Count != 4 {
		t.Error(got, err)
	}
	if _, err := Convert[inner](map[string]any{"count": "x"}); err == nil || !strings.Contains(err.Error(), "service.inner") {
		t.Error(err)
	}
	if text := JSON([]any{nil, 1}); string(text) != "[null,1]" {
		t.Error(string(text))
	}
}

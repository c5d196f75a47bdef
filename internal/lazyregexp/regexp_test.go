package lazyregexp

import (
	"reflect"
	"regexp"
	"strings"
	"sync"
	"testing"
)

func TestAnswersAsRegexpDoes(t *testing.T) {
	const pattern, text = `(t)(e)?a`, "tea ta tea"
	lazy, plain := New(pattern), regexp.MustCompile(pattern)
	if lazy.compiled != nil {
		t.Error("it is compiled before anybody asked")
	}
	for name, got := range map[string][2]any{
		"String":                      {lazy.String(), plain.String()},
		"MatchString":                 {lazy.MatchString(text), plain.MatchString(text)},
		"FindStringSubmatch":          {lazy.FindStringSubmatch(text), plain.FindStringSubmatch(text)},
		"FindAllStringSubmatchIndex":  {lazy.FindAllStringSubmatchIndex(text, 2), plain.FindAllStringSubmatchIndex(text, 2)},
		"FindAllStringSubmatch":       {lazy.FindAllStringSubmatch(text, -1), plain.FindAllStringSubmatch(text, -1)},
		"FindAllString":               {lazy.FindAllString(text, -1), plain.FindAllString(text, -1)},
		"FindString":                  {lazy.FindString(text), plain.FindString(text)},
		"ReplaceAllStringFunc":        {lazy.ReplaceAllStringFunc(text, strings.ToUpper), plain.ReplaceAllStringFunc(text, strings.ToUpper)},
		"FindStringIndex":             {lazy.FindStringIndex(text), plain.FindStringIndex(text)},
		"ReplaceAllString":            {lazy.ReplaceAllString(text, "$1o"), plain.ReplaceAllString(text, "$1o")},
		"FindStringSubmatch, nothing": {lazy.FindStringSubmatch("pot"), plain.FindStringSubmatch("pot")},
	} {
		if !reflect.DeepEqual(got[0], got[1]) {
			t.Errorf("%s: %v, want %v", name, got[0], got[1])
		}
	}
}

func TestManyMayAskFirst(t *testing.T) {
	r := New(`^[a-z]+$`)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if !r.MatchString("tea") || r.MatchString("TEA") {
				t.Error("it matches wrongly")
			}
		})
	}
	all.Wait()
}

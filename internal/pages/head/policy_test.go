package head_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/internal/pages/head"
)

func directives(policy string) map[string]string {
	all := make(map[string]string)
	for _, each := range strings.Split(policy, "; ") {
		name, sources, _ := strings.Cut(each, " ")
		all[name] = sources
	}
	return all
}

func TestAPageRunsNothingThatIsNotNamed(t *testing.T) {
	want := map[string]string{
		"default-src": "'none'", "script-src": "'none'", "style-src": "'self'", "style-src-attr": "'unsafe-inline'",
		"connect-src": "'self'",
		"img-src":     "'self' data: https:", "media-src": "'self' https:", "font-src": "'self'", "manifest-src": "'self'",
		"form-action": "'self'", "base-uri": "'none'", "frame-ancestors": "'self'",
	}
	if diff := cmp.Diff(want, directives(head.Policy())); diff != "" {
		t.Error(diff)
	}
}

func TestPoliciesTakeWhatIsAdded(t *testing.T) {
	script := head.Hash("1")
	policy := directives(head.Policy(
		head.Sources{"script-src": {script, "https://a.example"}, "img-src": {"https:"}},
		head.Sources{"Script-Src": {"https://a.example", "'self'"}, "frame-src": {"https://video.example"}, "upgrade-insecure-requests": nil},
	))
	for name, want := range map[string]string{
		"script-src": "'self' " + script + " https://a.example", "img-src": "'self' data: https:",
		"frame-src": "https://video.example", "upgrade-insecure-requests": "", "default-src": "'none'",
	} {
		if got, ok := policy[name]; !ok || got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestSourcesCannotAddDirectives(t *testing.T) {
	added := head.Sources{"img-src; script-src": {"*"}, "": {"*"}, "x y": {"*"}}
	for _, text := range []string{"", "a b", "*; script-src *", "a, b", "a\nb", "a\r\nSet-Cookie: b", "\x00", "茶"} {
		added.Add("img-src", text)
		added.Add("frame-src", text)
	}
	got := directives(head.Policy(added))
	want := directives(head.Policy())
	want["frame-src"] = ""
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestPoliciesDoNotChangeEachOther(t *testing.T) {
	before := head.Policy()
	head.Policy(head.Sources{"script-src": {"*"}, "img-src": {"*"}})
	if after := head.Policy(); after != before {
		t.Errorf("%s, before %s", after, before)
	}
}

package inspect

import "testing"

func TestATypeIsKnownByItsCanonicalName(t *testing.T) {
	for declared, want := range map[string]struct {
		mime, extension string
		inline          bool
	}{
		"image/jpg":                 {"image/jpeg", "jpg", true},
		"IMAGE/PNG":                 {"image/png", "png", true},
		"text/plain; charset=utf-8": {"text/plain", "txt", false},
		"application/pdf":           {"application/pdf", "pdf", true},
		"text/html":                 {"text/html", "", false},
		"":                          {"", "", false},
	} {
		if mime := Canonical(declared); mime != want.mime {
			t.Errorf("Canonical(%q) = %q, want %q", declared, mime, want.mime)
		}
		if extension := Extension(declared); extension != want.extension {
			t.Errorf("Extension(%q) = %q, want %q", declared, extension, want.extension)
		}
		if inline := Inline(declared); inline != want.inline {
			t.Errorf("Inline(%q) = %t, want %t", declared, inline, want.inline)
		}
	}
}

func TestEveryTypeHasAnExtensionOfItsOwn(t *testing.T) {
	seen := map[string]string{}
	for _, mime := range Types() {
		extension := Extension(mime)
		if extension == "" || seen[extension] != "" {
			t.Errorf("%s has the extension %q, which %q has too", mime, extension, seen[extension])
		}
		seen[extension] = mime
	}
}

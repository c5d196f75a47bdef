package markup

import (
	"errors"
	"testing"
)

func seed(f *testing.F) {
	for _, v := range hostile(f) {
		f.Add(v.text)
	}
	for _, c := range cases(f) {
		f.Add(c)
	}
}

// refused reports whether a text is one that the package may refuse.
func refused(t *testing.T, err error) bool {
	t.Helper()
	if err != nil && !errors.Is(err, ErrTooComplex) && !errors.Is(err, ErrTooLong) {
		t.Fatal(err)
	}
	return err != nil
}

func wantHTML(t *testing.T, html string) {
	t.Helper()
	if err := checkHTML(html); err != nil {
		t.Fatalf("%v\n%s", err, html)
	}
}

// FuzzMarkdown finds a Markdown text whose HTML holds what it may not.
func FuzzMarkdown(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		html, err := markdownOf(source)
		if refused(t, err) {
			return
		}
		wantHTML(t, html)
		Excerpt(source, 160)
	})
}

// FuzzRichText finds a rich text whose HTML holds what it may not, or changes
// when it is sanitized again.
func FuzzRichText(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		html, err := richOf(source)
		if refused(t, err) {
			return
		}
		wantHTML(t, html)
		if again, err := richOf(html); !refused(t, err) && again != html {
			t.Fatalf("sanitized once:\n%s\nand again:\n%s", html, again)
		}
		played, err := str(RichText(nil, source, Options{Players: players}))
		if refused(t, err) {
			t.Fatal("refused with players alone")
		}
		wantHTML(t, played)
		ExcerptRichText(source, 160)
	})
}

// FuzzToMarkdown finds a rich text whose Markdown becomes HTML that holds what
// it may not.
func FuzzToMarkdown(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		text, err := ToMarkdown(source, inFeed)
		if refused(t, err) {
			return
		}
		if html, err := markdownOf(text); !refused(t, err) {
			wantHTML(t, html)
		}
	})
}

// FuzzAbsolute finds a Markdown text of which more than its addresses changes, or
// in which relative ones stay.
func FuzzAbsolute(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, source string) {
		if len(MediaIDs(source)) > 0 {
			return // what is not in the library leaves its text, in which marks count again
		}
		absolute := Absolute(source, inFeed)
		before, err := str(Markdown(nil, source, Options{Base: here}))
		if refused(t, err) {
			return
		}
		after, err := str(Markdown(nil, absolute, Options{Base: here}))
		if refused(t, err) {
			return
		}
		if before != after {
			t.Fatalf("%q became %q, and its HTML\n%s\nbecame\n%s", source, absolute, before, after)
		}
		if again := Absolute(absolute, inFeed); again != absolute {
			t.Fatalf("%q became %q and then %q", source, absolute, again)
		}
	})
}

// FuzzEscapeInline finds a plain text that does not show as itself in a heading
// or in a link.
func FuzzEscapeInline(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, text string) {
		want := spaced(text)
		if want == "" {
			return
		}
		html, err := markdownOf("- " + Link(text, "/x"))
		if refused(t, err) {
			return
		}
		if got := ExcerptRichText(html, len(text)+1); got != want {
			t.Fatalf("%q became %q, which shows %q", text, Link(text, "/x"), got)
		}
	})
}

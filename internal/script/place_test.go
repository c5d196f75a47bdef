package script_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/script"
)

// A handler that is ended names the place where it was, as one that throws does.
func TestAnEndlessLoopNamesItsPlace(t *testing.T) {
	for name, source := range map[string]string{
		"at once":        "\nconst loop = () => {\n  for (;;);\n}\nexport const a = () => loop()",
		"after a moment": "\nconst loop = () => {\n  for (;;);\n}\nexport const a = async () => { await null; loop() }",
	} {
		t.Run(name, func(t *testing.T) {
			s := openWith(t, source, func(o *script.Options) { o.Steps = 50 }, "a")
			_, err := s.Functions()["h.a"](t.Context(), &content.Call{}, nil)
			f := script.FailureOf(err)
			if f == nil || len(f.Frames) == 0 || f.Frames[0].Function != "loop" || f.Frames[0].Line < 2 || f.Frames[0].Line > 3 {
				t.Errorf("%+v", f)
			}
		})
	}
}

package web_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/script/engine"
	"github.com/quartet-dev/quartet/internal/script/web"
)

// open makes a realm with the web APIs and one handler, whose key is run.
func open(t testing.TB, handler string) *engine.Realm {
	t.Helper()
	program, err := engine.Compile(engine.Sources{Web: web.Source(), Handlers: "register({ run: " + handler + " })", Site: "{}"})
	if err != nil {
		t.Fatal(err)
	}
	realm, err := program.Open(engine.Host{Funcs: web.Funcs()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(realm.Close)
	return realm
}

func BenchmarkOpen(b *testing.B) {
	for name, source := range map[string]string{"bare": "(function () { return {} })", "web": web.Source()} {
		b.Run(name, func(b *testing.B) {
			program, err := engine.Compile(engine.Sources{Web: source, Site: "{}"})
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				realm, err := program.Open(engine.Host{Funcs: web.Funcs()})
				if err != nil {
					b.Fatal(err)
				}
				realm.Close()
			}
		})
	}
}

package jsonschema_test

import (
	"testing"

	"github.com/quartet-dev/quartet/internal/jsonschema"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
)

const profile = `{"type":"object","additionalProperties":false,"required":["handle","email"],"properties":{
	"handle":{"type":"string","minLength":1,"maxLength":40,"pattern":"^[a-z0-9-]+$"},
	"email":{"type":"string","format":"email"},
	"name":{"type":"string","maxLength":80},
	"age":{"type":"integer","minimum":0,"maximum":150},
	"score":{"type":"number","nullable":true},
	"plan":{"type":"string","enum":["free","pro","team"]}}}`

func BenchmarkValidateProfile(b *testing.B) {
	schema, err := jsonschema.Compile(decode(b, profile))
	if err != nil {
		b.Fatal(err)
	}
	value := decode(b, `{"handle":"ada","email":"ada@example.com","name":"Ada","age":36,"score":1.5,"plan":"pro"}`)
	b.ReportAllocs()
	for b.Loop() {
		if v := schema.Validate(value); v != nil {
			b.Fatal(v)
		}
	}
}

func BenchmarkCompileProfile(b *testing.B) {
	doc := decode(b, profile)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := jsonschema.Compile(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func decode(tb testing.TB, text string) any {
	tb.Helper()
	v, err := jsonvalue.Decode([]byte(text), jsonvalue.Limits{})
	if err != nil {
		tb.Fatal(err)
	}
	return v
}

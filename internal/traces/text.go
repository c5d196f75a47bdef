package traces

import (
	"context"
	"strings"
	"unicode/utf8"

	"go.opentelemetry.io/otel/attribute"
	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// utf8Processor makes the attributes that a span starts with UTF-8. They come from
// requests, and one byte that is not text would keep the whole batch of spans
// from being encoded.
type utf8Processor struct{}

func (utf8Processor) OnStart(_ context.Context, span sdk.ReadWriteSpan) {
	for _, each := range span.Attributes() {
		if each.Value.Type() == attribute.STRING && !utf8.ValidString(each.Value.AsString()) {
			span.SetAttributes(each.Key.String(strings.ToValidUTF8(each.Value.AsString(), "\uFFFD")))
		}
	}
}

func (utf8Processor) OnEnd(sdk.ReadOnlySpan)           {}
func (utf8Processor) Shutdown(context.Context) error   { return nil }
func (utf8Processor) ForceFlush(context.Context) error { return nil }

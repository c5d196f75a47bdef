package traces

import (
	"encoding/binary"
	"math"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/protobuf/encoding/protowire"
)

// message is a message of OTLP in the form of Protocol Buffers. Its fields are
// numbered as in opentelemetry/proto/trace/v1/trace.proto; what is zero is left
// out.
type message []byte

func (m *message) bytes(field protowire.Number, value []byte) {
	if len(value) > 0 {
		*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), value)
	}
}

func (m *message) text(field protowire.Number, value string) { m.bytes(field, []byte(value)) }

func (m *message) number(field protowire.Number, value uint64) {
	if value != 0 {
		*m = protowire.AppendVarint(protowire.AppendTag(*m, field, protowire.VarintType), value)
	}
}

func (m *message) timestamp(field protowire.Number, value time.Time) {
	*m = protowire.AppendFixed64(protowire.AppendTag(*m, field, protowire.Fixed64Type), uint64(value.UnixNano()))
}

func (m *message) flags(field protowire.Number, value trace.TraceFlags) {
	*m = protowire.AppendFixed32(protowire.AppendTag(*m, field, protowire.Fixed32Type), uint32(value))
}

// inner appends a message, be it empty.
func (m *message) inner(field protowire.Number, value message) {
	*m = protowire.AppendBytes(protowire.AppendTag(*m, field, protowire.BytesType), value)
}

func (m *message) attributes(field protowire.Number, list []attribute.KeyValue) {
	for _, each := range list {
		var pair message
		pair.text(1, string(each.Key))
		pair.inner(2, valueOf(each.Value))
		m.inner(field, pair)
	}
}

// valueOf is an AnyValue, which says what it is even where it is zero.
func valueOf(v attribute.Value) (m message) {
	switch v.Type() {
	case attribute.BOOL:
		m = protowire.AppendVarint(protowire.AppendTag(m, 2, protowire.VarintType), protowire.EncodeBool(v.AsBool()))
	case attribute.INT64:
		m = protowire.AppendVarint(protowire.AppendTag(m, 3, protowire.VarintType), uint64(v.AsInt64())) //nolint:gosec // two's complement, as OTLP has it
	case attribute.FLOAT64:
		m = binary.LittleEndian.AppendUint64(protowire.AppendTag(m, 4, protowire.Fixed64Type), math.Float64bits(v.AsFloat64()))
	case attribute.STRINGSLICE:
		var list message
		for _, text := range v.AsStringSlice() {
			list.inner(1, valueOf(attribute.StringValue(text)))
		}
		m.inner(5, list)
	default: // what none of ours has goes as text
		m = protowire.AppendString(protowire.AppendTag(m, 1, protowire.BytesType), v.String())
	}
	return m
}

// request is an ExportTraceServiceRequest of spans of one program.
func request(spans []sdk.ReadOnlySpan) []byte {
	var who, all, out message
	who.attributes(1, spans[0].Resource().Attributes())
	all.inner(1, who)
	for _, each := range byScope(spans) {
		all.inner(2, scopeSpans(each))
	}
	all.text(3, spans[0].Resource().SchemaURL())
	out.inner(1, all)
	return out
}

// byScope groups spans by the instrumentation that made them.
func byScope(spans []sdk.ReadOnlySpan) (groups [][]sdk.ReadOnlySpan) {
	places := map[any]int{}
	for _, each := range spans {
		place, known := places[each.InstrumentationScope()]
		if !known {
			place = len(groups)
			places[each.InstrumentationScope()] = place
			groups = append(groups, nil)
		}
		groups[place] = append(groups[place], each)
	}
	return groups
}

func scopeSpans(spans []sdk.ReadOnlySpan) (m message) {
	var scope message
	by := spans[0].InstrumentationScope()
	scope.text(1, by.Name)
	scope.text(2, by.Version)
	scope.attributes(3, by.Attributes.ToSlice())
	m.inner(1, scope)
	for _, each := range spans {
		m.inner(2, spanOf(each))
	}
	m.text(3, by.SchemaURL)
	return m
}

func spanOf(s sdk.ReadOnlySpan) (m message) {
	m.identify(s.SpanContext())
	if parent := s.Parent(); parent.HasSpanID() {
		id := parent.SpanID()
		m.bytes(4, id[:])
	}
	m.text(5, s.Name())
	m.number(6, uint64(s.SpanKind())) //nolint:gosec // 0 to 5, numbered as OTLP does
	m.timestamp(7, s.StartTime())
	m.timestamp(8, s.EndTime())
	m.attributes(9, s.Attributes())
	m.number(10, uint64(s.DroppedAttributes())) //nolint:gosec // a count
	for _, each := range s.Events() {
		m.inner(11, eventOf(each))
	}
	m.number(12, uint64(s.DroppedEvents())) //nolint:gosec // a count
	for _, each := range s.Links() {
		m.inner(13, linkOf(each))
	}
	m.number(14, uint64(s.DroppedLinks())) //nolint:gosec // a count
	m.inner(15, statusOf(s.Status()))
	m.flags(16, s.SpanContext().TraceFlags())
	return m
}

// identify is fields 1 to 3 of a span and of a link.
func (m *message) identify(c trace.SpanContext) {
	traceID, spanID := c.TraceID(), c.SpanID()
	m.bytes(1, traceID[:])
	m.bytes(2, spanID[:])
	m.text(3, c.TraceState().String())
}

func eventOf(e sdk.Event) (m message) {
	m.timestamp(1, e.Time)
	m.text(2, e.Name)
	m.attributes(3, e.Attributes)
	m.number(4, uint64(e.DroppedAttributeCount)) //nolint:gosec // a count
	return m
}

func linkOf(l sdk.Link) (m message) {
	m.identify(l.SpanContext)
	m.attributes(4, l.Attributes)
	m.number(5, uint64(l.DroppedAttributeCount)) //nolint:gosec // a count
	m.flags(6, l.SpanContext.TraceFlags())
	return m
}

// statusOf renumbers: OTLP has Ok before Error.
func statusOf(s sdk.Status) (m message) {
	m.text(2, s.Description)
	m.number(3, map[codes.Code]uint64{codes.Ok: 1, codes.Error: 2}[s.Code])
	return m
}

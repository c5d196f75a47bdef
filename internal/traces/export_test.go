package traces

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/instrumentation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
	"go.opentelemetry.io/otel/trace"
	collect "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	described "go.opentelemetry.io/proto/otlp/resource/v1"
	otlp "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/testing/protocmp"
)

func pair(key string, value *common.AnyValue) *common.KeyValue {
	return &common.KeyValue{Key: key, Value: value}
}

func text(s string) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: s}}
}

// stub is a span with everything that a span has.
func stub() tracetest.SpanStub {
	state, _ := trace.ParseTraceState("a=b")
	linked := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{3}, SpanID: trace.SpanID{4}, TraceFlags: 1, TraceState: state})
	return tracetest.SpanStub{
		Name: "GET View/leaves", SpanKind: trace.SpanKindServer,
		SpanContext: trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{2}, TraceFlags: 1, TraceState: state}),
		Parent:      trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{9}}),
		StartTime:   time.Unix(1, 2), EndTime: time.Unix(3, 4),
		Attributes: []attribute.KeyValue{
			attribute.String("text", "tea"), attribute.String("none", ""), attribute.Int("whole", -3), attribute.Float64("part", 0.5),
			attribute.Bool("no", false), attribute.StringSlice("list", []string{"a", ""}),
		},
		Events:            []sdk.Event{{Name: "exception", Time: time.Unix(2, 0), Attributes: []attribute.KeyValue{attribute.Int("n", 0)}, DroppedAttributeCount: 5}},
		Links:             []sdk.Link{{SpanContext: linked, Attributes: []attribute.KeyValue{attribute.Bool("yes", true)}, DroppedAttributeCount: 6}},
		Status:            sdk.Status{Code: codes.Error, Description: "boom"},
		DroppedAttributes: 1, DroppedEvents: 2, DroppedLinks: 3,
		Resource:             resource.NewWithAttributes("schema", attribute.String("service.name", "quartet")),
		InstrumentationScope: instrumentation.Scope{Name: "scope", Version: "1", SchemaURL: "other"},
	}
}

// The specification's own types read what is sent as what it was.
func TestSpansAreEncodedAsTheSpecificationHasThem(t *testing.T) {
	other := stub()
	other.InstrumentationScope, other.Status = instrumentation.Scope{Name: "another"}, sdk.Status{Code: codes.Ok}
	var got collect.ExportTraceServiceRequest
	if err := proto.Unmarshal(request(tracetest.SpanStubs{stub(), other, stub()}.Snapshots()), &got); err != nil {
		t.Fatal(err)
	}
	span := func() *otlp.Span {
		id := func(first byte, length int) []byte { return append([]byte{first}, make([]byte, length-1)...) }
		return &otlp.Span{
			TraceId: id(1, 16), SpanId: id(2, 8), ParentSpanId: id(9, 8), TraceState: "a=b", Flags: 1,
			Name: "GET View/leaves", Kind: otlp.Span_SPAN_KIND_SERVER, StartTimeUnixNano: 1e9 + 2, EndTimeUnixNano: 3e9 + 4,
			Attributes: []*common.KeyValue{
				pair("text", text("tea")), pair("none", text("")), pair("whole", &common.AnyValue{Value: &common.AnyValue_IntValue{IntValue: -3}}),
				pair("part", &common.AnyValue{Value: &common.AnyValue_DoubleValue{DoubleValue: 0.5}}),
				pair("no", &common.AnyValue{Value: &common.AnyValue_BoolValue{}}),
				pair("list", &common.AnyValue{Value: &common.AnyValue_ArrayValue{ArrayValue: &common.ArrayValue{Values: []*common.AnyValue{text("a"), text("")}}}}),
			},
			DroppedAttributesCount: 1, DroppedEventsCount: 2, DroppedLinksCount: 3,
			Events: []*otlp.Span_Event{{TimeUnixNano: 2e9, Name: "exception", DroppedAttributesCount: 5, Attributes: []*common.KeyValue{
				pair("n", &common.AnyValue{Value: &common.AnyValue_IntValue{}}),
			}}},
			Links: []*otlp.Span_Link{{TraceId: id(3, 16), SpanId: id(4, 8), TraceState: "a=b", Flags: 1, DroppedAttributesCount: 6, Attributes: []*common.KeyValue{
				pair("yes", &common.AnyValue{Value: &common.AnyValue_BoolValue{BoolValue: true}}),
			}}},
			Status: &otlp.Status{Code: otlp.Status_STATUS_CODE_ERROR, Message: "boom"},
		}
	}
	fine := span()
	fine.Status = &otlp.Status{Code: otlp.Status_STATUS_CODE_OK}
	want := &collect.ExportTraceServiceRequest{ResourceSpans: []*otlp.ResourceSpans{{
		Resource: &described.Resource{Attributes: []*common.KeyValue{pair("service.name", text("quartet"))}}, SchemaUrl: "schema",
		ScopeSpans: []*otlp.ScopeSpans{
			{Scope: &common.InstrumentationScope{Name: "scope", Version: "1"}, SchemaUrl: "other", Spans: []*otlp.Span{span(), span()}},
			{Scope: &common.InstrumentationScope{Name: "another"}, Spans: []*otlp.Span{fine}},
		},
	}}}
	if diff := cmp.Diff(want, &got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}

// answers is a collector that answers with a status after the other.
type answers struct {
	statuses []int
	asked    []time.Time
	body     []byte // of every answer
}

func (a *answers) RoundTrip(r *http.Request) (*http.Response, error) {
	_, _ = io.Copy(io.Discard, r.Body)
	w := httptest.NewRecorder()
	status := a.statuses[min(len(a.asked), len(a.statuses)-1)]
	if status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", "7")
	}
	a.asked = append(a.asked, time.Now())
	if status == 0 {
		return nil, errors.New("down")
	}
	w.WriteHeader(status)
	_, _ = w.Write(a.body)
	return w.Result(), nil
}

func TestWhatACollectorMayTakeLaterIsSentAgain(t *testing.T) {
	partial, err := proto.Marshal(&collect.ExportTraceServiceResponse{PartialSuccess: &collect.ExportTracePartialSuccess{RejectedSpans: 2, ErrorMessage: "too old"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		statuses []int
		body     []byte
		asked    int
		failure  string // "" for none
	}{
		{[]int{200}, nil, 1, ""},
		{[]int{0, 503, 502, 200}, nil, 4, ""},
		{[]int{429, 200}, nil, 2, ""},
		{[]int{400}, []byte("no"), 1, "400 Bad Request: no"},
		{[]int{503}, nil, 0, "503"},
		{[]int{200}, partial, 1, "2 spans: too old"},
	} {
		synctest.Test(t, func(t *testing.T) {
			a := &answers{statuses: test.statuses, body: test.body}
			e := &exporter{settings{endpoint: "http://collector", headers: http.Header{}, timeout: sendTimeout}, &http.Client{Transport: a}}
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			err := e.ExportSpans(ctx, tracetest.SpanStubs{stub()}.Snapshots())
			if (err == nil) != (test.failure == "") || err != nil && !strings.Contains(err.Error(), test.failure) {
				t.Errorf("%v: %v", test.statuses, err)
			}
			if test.asked > 0 && len(a.asked) != test.asked || len(a.asked) > 10 {
				t.Errorf("%v: asked %d times", test.statuses, len(a.asked))
			}
			if test.statuses[0] == 429 && a.asked[1].Sub(a.asked[0]) < 7*time.Second {
				t.Error("it came again before it was told to")
			}
		})
	}
}

func TestVariablesOfTheExporter(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.pem")
	if err := os.WriteFile(broken, []byte("none"), 0o600); err != nil {
		t.Fatal(err)
	}
	const all, own = "OTEL_EXPORTER_OTLP_", "OTEL_EXPORTER_OTLP_TRACES_"
	for _, test := range []struct {
		set  map[string]string
		want string // of what was read, or of the error
	}{
		{map[string]string{all + "ENDPOINT": "http://c:4318"}, "http://c:4318/v1/traces map[] 10s false"},
		{map[string]string{all + "ENDPOINT": "https://c/base/"}, "https://c/base/v1/traces map[] 10s false"},
		{map[string]string{all + "ENDPOINT": "http://a", own + "ENDPOINT": "http://b/x"}, "http://b/x map[] 10s false"},
		{map[string]string{own + "ENDPOINT": "http://b", all + "HEADERS": "a=1", own + "HEADERS": "api-key=s%3Dt, b = 2"}, "http://b map[Api-Key:[s=t] B:[2]] 10s false"},
		{map[string]string{own + "ENDPOINT": "http://b", all + "TIMEOUT": "250", all + "COMPRESSION": "gzip"}, "http://b map[] 250ms true"},
		{map[string]string{own + "ENDPOINT": "http://b", all + "PROTOCOL": "grpc"}, all + "PROTOCOL must be http/protobuf"},
		{map[string]string{own + "ENDPOINT": "http://b", all + "COMPRESSION": "zip"}, all + "COMPRESSION must be gzip"},
		{map[string]string{own + "ENDPOINT": "http://b", own + "TIMEOUT": "1s"}, own + "TIMEOUT must be a number"},
		{map[string]string{own + "ENDPOINT": "http://b", own + "HEADERS": "secret"}, own + "HEADERS must be pairs"},
		{map[string]string{own + "ENDPOINT": "http://b", own + "CERTIFICATE": broken}, "holds no certificate"},
		{map[string]string{own + "ENDPOINT": "http://b", all + "CLIENT_CERTIFICATE": broken}, all + "CLIENT_CERTIFICATE: "},
	} {
		t.Run(test.want, func(t *testing.T) {
			for name, value := range test.set {
				t.Setenv(name, value)
			}
			got := ""
			if e, err := newExporter(); err != nil {
				got = err.Error()
			} else {
				got = fmt.Sprint(e.endpoint, " ", map[string][]string(e.headers), " ", e.timeout, " ", e.gzip)
			}
			if !strings.Contains(got, test.want) || strings.Contains(got, "secret") {
				t.Errorf("got %s", got)
			}
		})
	}
}

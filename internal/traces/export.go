package traces

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
	"google.golang.org/protobuf/encoding/protowire"
)

const (
	firstRetry   = time.Second
	maxRetry     = 16 * time.Second
	maxErrorBody = 4 << 10 // bytes that are read of an answer
)

// exporter sends spans to a collector, by OTLP over HTTP as Protocol Buffers. It is
// one of our own because the usual one brings gRPC along, a tenth of what there is
// to compile (decision 118).
type exporter struct {
	settings
	client *http.Client
}

// ExportSpans implements sdk.SpanExporter. What the collector may take later is
// tried again for as long as ctx lasts.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if len(spans) == 0 {
		return nil
	}
	body, err := e.pack(request(spans))
	if err != nil {
		return err
	}
	for wait := firstRetry; ; wait = min(2*wait, maxRetry) {
		later, err := e.send(ctx, body)
		if err == nil || later < 0 {
			return err
		}
		pause := time.NewTimer(max(later, wait/2+rand.N(wait))) //nolint:gosec // spreads clients
		select {
		case <-pause.C:
		case <-ctx.Done():
			pause.Stop()
			return err
		}
	}
}

// pack compresses where that is wanted.
func (e *exporter) pack(body []byte) ([]byte, error) {
	if !e.gzip {
		return body, nil
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	err := w.Close()
	return out.Bytes(), err
}

// send sends once. With an error it tells when to try again at the earliest; below
// 0 never.
func (e *exporter) send(ctx context.Context, body []byte) (later time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, e.timeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, e.endpoint, bytes.NewReader(body))
	if err != nil {
		return -1, err
	}
	r.Header = e.headers.Clone()
	r.Header.Set("Content-Type", "application/x-protobuf")
	if e.gzip {
		r.Header.Set("Content-Encoding", "gzip")
	}
	answer, err := e.client.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(io.LimitReader(answer.Body, maxErrorBody))
	if answer.StatusCode/100 == 2 {
		return -1, refused(text)
	}
	return retryIn(answer), fmt.Errorf("the collector answers %s: %s", answer.Status, text)
}

// refused is what an ExportTraceServiceResponse says of spans that were not taken,
// or has to say otherwise; nil for nothing. What cannot be read says nothing.
func refused(response []byte) error {
	partial := field(response, 1, protowire.BytesType)
	count, _ := protowire.ConsumeVarint(field(partial, 1, protowire.VarintType)) // 0 where it is not there
	why := field(partial, 2, protowire.BytesType)
	if count == 0 && len(why) == 0 {
		return nil
	}
	return fmt.Errorf("the collector did not take %d spans: %s", count, why)
}

// field is the value of a field; nil when there is none.
func field(m []byte, wanted protowire.Number, kind protowire.Type) []byte {
	for len(m) > 0 {
		number, found, n := protowire.ConsumeTag(m)
		if n < 0 {
			return nil
		}
		length := protowire.ConsumeFieldValue(number, found, m[n:])
		if length < 0 {
			return nil
		}
		value := m[n : n+length]
		if number == wanted && found == kind {
			if kind == protowire.BytesType {
				value, _ = protowire.ConsumeBytes(value)
			}
			return value
		}
		m = m[n+length:]
	}
	return nil
}

// retryIn gives when a request may be tried again, as OTLP says.
func retryIn(answer *http.Response) time.Duration {
	switch answer.StatusCode {
	case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		seconds, _ := strconv.ParseUint(answer.Header.Get("Retry-After"), 10, 16)
		return time.Duration(seconds) * time.Second
	}
	return -1
}

// Shutdown implements sdk.SpanExporter.
func (e *exporter) Shutdown(context.Context) error {
	e.client.CloseIdleConnections()
	return nil
}

package traces

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

// settings are the variables of OpenTelemetry for an exporter of traces, each under
// its own name or under that for all signals.
type settings struct {
	endpoint string
	headers  http.Header
	timeout  time.Duration
	gzip     bool
	tls      *tls.Config
}

const sendTimeout = 10 * time.Second // by the specification

// variable is a setting and the name that it was found under; the one for traces
// wins.
func variable(name string) (value, found string) {
	for _, prefix := range []string{"OTEL_EXPORTER_OTLP_TRACES_", "OTEL_EXPORTER_OTLP_"} {
		if value := os.Getenv(prefix + name); value != "" {
			return value, prefix + name
		}
	}
	return "", ""
}

// readSettings reads the environment, in which an endpoint is set.
func readSettings() (s settings, err error) {
	s = settings{headers: http.Header{}, timeout: sendTimeout}
	if s.endpoint, err = readEndpoint(); err != nil {
		return s, err
	}
	if text, name := variable("PROTOCOL"); text != "" && text != "http/protobuf" {
		return s, fmt.Errorf("%s must be http/protobuf, the only protocol that is supported", name)
	}
	if text, name := variable("COMPRESSION"); text == "gzip" {
		s.gzip = true
	} else if text != "" && text != "none" {
		return s, fmt.Errorf("%s must be gzip or none", name)
	}
	if text, name := variable("TIMEOUT"); text != "" {
		milliseconds, err := strconv.ParseUint(text, 10, 31)
		if err != nil || milliseconds == 0 {
			return s, fmt.Errorf("%s must be a number of milliseconds, from 1", name)
		}
		s.timeout = time.Duration(milliseconds) * time.Millisecond
	}
	return s, errors.Join(s.readHeaders(), s.readCertificates())
}

// readEndpoint adds the path of traces to the endpoint for all signals.
func readEndpoint() (string, error) {
	text, name := variable("ENDPOINT")
	u, err := url.Parse(text)
	if err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	if name == "OTEL_EXPORTER_OTLP_ENDPOINT" {
		u = u.JoinPath("v1/traces")
	}
	return u.String(), nil
}

// readHeaders reads name=value pairs, percent-encoded and separated by commas. The
// error shows none: they may hold keys.
func (s *settings) readHeaders() error {
	text, variable := variable("HEADERS")
	for pair := range strings.SplitSeq(text, ",") {
		if strings.TrimSpace(pair) == "" {
			continue
		}
		name, value, ok := strings.Cut(pair, "=")
		name, noName := url.PathUnescape(strings.TrimSpace(name))
		value, noValue := url.PathUnescape(strings.TrimSpace(value))
		if !ok || name == "" || noName != nil || noValue != nil {
			return fmt.Errorf("%s must be pairs of name=value, separated by commas", variable)
		}
		s.headers.Set(name, value)
	}
	return nil
}

// readCertificates reads whom to trust, and what to show.
func (s *settings) readCertificates() error {
	s.tls = &tls.Config{MinVersion: tls.VersionTLS12}
	if file, name := variable("CERTIFICATE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		s.tls.RootCAs = x509.NewCertPool()
		if !s.tls.RootCAs.AppendCertsFromPEM(text) {
			return fmt.Errorf("%s: %s holds no certificate", name, file)
		}
	}
	file, name := variable("CLIENT_CERTIFICATE")
	key, _ := variable("CLIENT_KEY")
	if file == "" {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(file, key)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	s.tls.Certificates = []tls.Certificate{pair}
	return nil
}

// newExporter reads the environment.
func newExporter() (*exporter, error) {
	s, err := readSettings()
	if err != nil {
		return nil, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = s.tls
	return &exporter{s, &http.Client{Transport: transport}}, nil
}

package cli

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"runtime/debug"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/metrics"
)

type serve struct {
	folder
	database
	bucket
	Addr string `default:"127.0.0.1:8787" help:"Where to listen, default 127.0.0.1:8787; port 0 takes a free one and logs it." placeholder:"HOST:PORT"`
	JSON bool   `name:"json" help:"Logs are JSON with and without this flag."`

	Drain time.Duration `default:"0s" help:"How long to go on answering after a signal while GET /readyz is 503, for a balancer to notice; default 0s." placeholder:"TIME"`

	MustExist bool `help:"Do not create a missing database; exit with code 1 instead."`

	MetricsAddr string `help:"Where to listen for Prometheus, apart from --addr; no metrics without it." placeholder:"HOST:PORT"`
}

func (serve) Help() string {
	return `Settings come from quartet.yaml, secrets and URLs from the environment (DATABASE_URL, …) or from the .env of the site folder. It prints only structured logs, on standard error. On SIGTERM, SIGINT and SIGHUP it logs the signal, stops accepting, finishes the requests in progress and closes the database; a second signal ends it at once. With --drain it goes on answering for that time first. GET /readyz is then 503, and each answer ends its connection, so that a balancer sends its requests elsewhere. SIGHUP reloads nothing: restart it for new manifests or settings.

GET /healthz is 200 while the process is up, GET /readyz while the database answers and deferred hooks can be delivered. With --metrics-addr, GET /metrics at that address is for Prometheus, and for everybody who can reach it. It has the requests by View and Trigger, the deferred hooks that wait, and how their tries end. It also has the size, free space, writes and readers of the database, and the memory of large requests.

With OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT in the environment, each request and each try of a deferred hook is sent as an OpenTelemetry span, by OTLP over HTTP. OTEL_SERVICE_NAME and the other variables of OpenTelemetry work as usual.

Examples:

    quartet serve my-site
    quartet serve my-site --must-exist
    quartet serve my-site --addr 0.0.0.0:8080 --metrics-addr 127.0.0.1:9090
    quartet serve my-site --drain 5s
    DATABASE_URL=sqlite:/var/lib/tea/tea.db quartet serve my-site
    OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 quartet serve my-site`
}

func (s serve) Run(ctx context.Context, t *terminal, h host) error {
	site, err := h.siteWithMedia(s.folder, s.database, s.bucket)
	if err != nil {
		return err
	}
	setGCPercent()
	lines := &logBuffer{w: t.stderr}
	defer lines.Flush() //nolint:errcheck // there is no other place to complain to
	logger := slog.New(newLogLines(lines))
	slog.SetDefault(logger)
	if err := s.run(ctx, logger, site); err != nil {
		return logged(logger, err)
	}
	logger.Info("stopped")
	return nil
}

// collectPercent is how much of what is in use may be thrown away before the
// garbage is collected. Little is in use: 1 MB, and up to 25 MB with a full
// cache. By Go's default of 100 a busy service would collect its 4 MB seventy
// times a second, for a seventh of its time.
const collectPercent = 400

// collectBytes is what Go may keep before it collects more often than that. Large
// answers and bodies may take 48 MiB each (package inflight), and five times as
// much is no machine of a small site.
const collectBytes = 112 << 20

// setGCPercent leaves the choice to whoever sets GOGC or GOMEMLIMIT.
func setGCPercent() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectPercent)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(collectBytes)
	}
}

// forgetStart gives back what the start has used. Pools let go of theirs at the
// second collection; counted as in use, it would let the heap grow to five times as
// much.
func forgetStart() {
	runtime.GC()
	debug.FreeOSMemory()
	forgetCode()
}

func (s serve) run(ctx context.Context, logger *slog.Logger, site app.Options) error {
	var watch instruments
	if err := watch.openTraces(ctx, logger); err != nil {
		return err
	}
	defer watch.close()
	if s.MetricsAddr != "" {
		watch.metrics = metrics.New()
	}
	watch.watch(&site)
	site.Logger, site.MustExist = logger, s.MustExist || site.MustExist
	service, err := app.Open(ctx, site)
	if err != nil {
		return err
	}
	if watch.metrics != nil {
		watch.metrics.Watch(service.Health)
	}
	defer logStop(ctx, logger)()
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return s.listen(ctx, logger, service, watch.around(service)) })
	go forgetStart()
	if watch.metrics != nil {
		group.Go(func() error { return s.listenForMetrics(ctx, logger, watch.metrics) })
	}
	err = group.Wait()
	if closed := service.Close(); err == nil && closed != nil {
		err = fmt.Errorf("close the site: %w", closed)
	}
	return err
}

func (s serve) listen(ctx context.Context, logger *slog.Logger, service *app.App, handler http.Handler) error {
	var network net.ListenConfig
	listener, err := network.Listen(ctx, "tcp", s.Addr)
	if err != nil {
		return fmt.Errorf("listen for requests at --addr: %w", withTakenPort(err, "--addr", s.Addr))
	}
	logger.Info("listening", "addr", listener.Addr().String(), "site", service.Site().Config().Title,
		"fingerprint", service.Plan().Fingerprint(), "version", version())
	drain := app.Drain{Time: s.Drain, Begin: service.Leave}
	return drain.Serve(ctx, handler, logger, listener)
}

func (s serve) listenForMetrics(ctx context.Context, logger *slog.Logger, watch *metrics.Metrics) error {
	var network net.ListenConfig
	listener, err := network.Listen(ctx, "tcp", s.MetricsAddr)
	if err != nil {
		return fmt.Errorf("listen for metrics at --metrics-addr: %w", withTakenPort(err, "--metrics-addr", s.MetricsAddr))
	}
	logger.Info("metrics", "addr", listener.Addr().String(), "path", "/metrics")
	return app.Serve(ctx, watch, logger, listener)
}

// logged writes why the service cannot start or go on, one line a diagnostic.
func logged(logger *slog.Logger, err error) error {
	list, other := found(err)
	for _, d := range list {
		attrs := []any{"code", string(d.Code), "path", d.Path}
		if d.Source != nil {
			attrs = append(attrs, "source", d.Source)
		}
		if d.Suggestion != "" {
			attrs = append(attrs, "suggestion", d.Suggestion)
		}
		level := slog.LevelError
		if d.Severity == diag.Warning {
			level = slog.LevelWarn
		}
		logger.Log(context.Background(), level, d.Message, attrs...)
	}
	if other != nil {
		logger.Error("the service stopped", "error", other)
	}
	return errFailed
}

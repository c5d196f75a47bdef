package cli

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
)

// stopSignals are those that end the program gracefully. A program that was
// started to outlive its terminal, as by nohup, ignores SIGHUP still.
func stopSignals() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// untilSignal is a context that a signal ends, with the signal as its cause. A
// second one ends the program at once: by then nobody listens for it.
func untilSignal() (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	received := make(chan os.Signal, 1)
	signal.Notify(received, stopSignals()...)
	go func() {
		select {
		case s := <-received:
			signal.Stop(received)
			cancel(fmt.Errorf("%s signal received", s))
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(received)
		cancel(context.Canceled)
	}
}

// logStop logs which signal stops the service, when it does. What it returns is
// called at the end, and waits until that is logged.
func logStop(ctx context.Context, logger *slog.Logger) (logged func()) {
	done := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(done)
		logger.Info("stopping", "cause", context.Cause(ctx).Error())
	})
	return func() {
		if !stop() {
			<-done
		}
	}
}

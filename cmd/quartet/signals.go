package main

import (
	"context"
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

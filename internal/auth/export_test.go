package auth

import (
	"context"
	"net/netip"
	"time"
)

// AllowStart is LimitStart with the answer of Allow.
func (s *Service) AllowStart(ctx context.Context, l StartLimits, from netip.Addr, account string) (retry time.Duration, ok bool, err error) {
	err = s.LimitStart(ctx, l, from, account)
	if wait, held := WaitOf(err); held {
		return wait, false, nil
	}
	return 0, err == nil, err
}

// ExchangeRates does at once what happens a second after something was counted.
func (s *Service) ExchangeRates() { s.rates.exchange() }

// ExchangeRates is that of Service.
func (c *Counter) ExchangeRates() { c.rates.exchange() }

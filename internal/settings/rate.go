package settings

import (
	"net/netip"
	"strconv"
	"strings"
	"time"
)

// Rate is how often something may happen; the zero value sets no limit.
type Rate struct {
	Count int
	Per   time.Duration
}

// AuthRates are the rates that auth.rateLimit declares in place of the usual
// ones, a client address each, and SignIn for one account. All of a list hold at
// the same time; one that is nil is not declared.
type AuthRates struct {
	SignIn   []Rate // sign-in starts, codes, magic links
	Register []Rate // dynamic client registration
	Token    []Rate // the token endpoint
	Other    []Rate // all other auth routes
}

type ratesDeclarations struct {
	SignIn   []string `json:"signIn"`
	Register []string `json:"register"`
	Token    []string `json:"token"`
	Other    []string `json:"other"`
}

func (d ratesDeclarations) rates() AuthRates {
	return AuthRates{
		SignIn: parseRates(d.SignIn), Register: parseRates(d.Register), Token: parseRates(d.Token), Other: parseRates(d.Other),
	}
}

func parseRates(values []string) []Rate {
	var rates []Rate
	for _, value := range values {
		rates = append(rates, parseRate(value))
	}
	return rates
}

// parseRate reads what the pattern rate matches; "" is no limit.
func parseRate(value string) Rate {
	count, unit, _ := strings.Cut(value, "/")
	n, err := strconv.Atoi(count)
	if err != nil {
		return Rate{}
	}
	return Rate{n, map[string]time.Duration{"s": time.Second, "m": time.Minute, "h": time.Hour}[unit]}
}

// parseRanges reads addresses and ranges of them; an address is a range of one.
func parseRanges(values []string) []netip.Prefix {
	var ranges []netip.Prefix
	for _, value := range values {
		if p, err := netip.ParsePrefix(value); err == nil {
			ranges = append(ranges, p.Masked())
		} else if addr, err := netip.ParseAddr(value); err == nil {
			ranges = append(ranges, netip.PrefixFrom(addr.WithZone(""), addr.BitLen()))
		}
	}
	return ranges
}

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

// AuthRates are the limits of open-parts.md, Rate limits, a client address
// each. All of a list hold at the same time.
type AuthRates struct {
	SignIn   []Rate // sign-in starts, codes, magic links
	Register []Rate // dynamic client registration
	Token    []Rate // the token endpoint
	Other    []Rate // all other auth routes
}

func defaultAuthRates() AuthRates {
	return AuthRates{
		SignIn:   []Rate{{5, time.Minute}, {20, time.Hour}},
		Register: []Rate{{10, time.Hour}},
		Token:    []Rate{{60, time.Minute}},
		Other:    []Rate{{100, time.Minute}},
	}
}

type ratesDeclarations struct {
	SignIn   []string `json:"signIn"`
	Register []string `json:"register"`
	Token    []string `json:"token"`
	Other    []string `json:"other"`
}

// over replaces those of a that are declared.
func (d ratesDeclarations) over(a AuthRates) AuthRates {
	for _, each := range []struct {
		declared []string
		rates    *[]Rate
	}{{d.SignIn, &a.SignIn}, {d.Register, &a.Register}, {d.Token, &a.Token}, {d.Other, &a.Other}} {
		if len(each.declared) > 0 {
			*each.rates = parseRates(each.declared)
		}
	}
	return a
}

func parseRates(values []string) []Rate {
	rates := make([]Rate, len(values))
	for i, value := range values {
		rates[i] = parseRate(value)
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

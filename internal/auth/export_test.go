package auth

// ExchangeRates does at once what happens a second after something was counted.
func (s *Service) ExchangeRates() { s.rates.exchange() }

// ExchangeRates is that of Service.
func (c *Counter) ExchangeRates() { c.rates.exchange() }

package queue

import "time"

// maxTries is how often a Trigger is tried. The waits between, which triple,
// add up to about a day (decision 33); one more try would make that three days.
const maxTries = 12

// backoff is how long to wait after a failed try, counted from 1: 1 s, 3 s, 9 s
// and so on up to 16 hours. spread, from 0 to 1, moves it by up to a fifth
// either way, so that what failed together does not come back together.
func backoff(try int, spread float64) time.Duration {
	wait := time.Second
	for range min(try, maxTries-1) - 1 {
		wait *= 3
	}
	return time.Duration(float64(wait) * (0.8 + 0.4*spread))
}

// maxWaits are how long an event may wait after each number of tries: before
// the first one no longer than a purge does.
func maxWaits() []time.Duration {
	waits := make([]time.Duration, maxTries)
	waits[0] = PurgeDelay
	for try := 1; try < maxTries; try++ {
		waits[try] = backoff(try, 1)
	}
	return waits
}

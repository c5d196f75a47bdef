// performance: a clock that is never set.
const begun = host('clock.now')
const timeOrigin = Date.now()

class Performance {
  get timeOrigin() { return timeOrigin }
  now() { return host('clock.now') - begun }
  toJSON() { return { timeOrigin } }
}

tag(Performance)
define({ performance: new Performance() })

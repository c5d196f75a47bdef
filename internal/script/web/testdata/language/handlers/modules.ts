import { equal, rejects, script, throws } from '../check'
import withTax, * as tax from './lib/tax'
import { call, type Net } from './lib/tax'
import data from './lib/data.json'

const net: Net = 100

export default script(async () => {
  equal([withTax(net), tax.rate, data.currency], [119, 0.19, 'EUR'])
  const loaded = await import('./lib/tax')
  equal(loaded.rate, 0.19)
  equal(call() + 1, call()) // one module, once
})

// What Lighthouse says of the public pages: 100 for all that does not depend on the
// machine, and 100 for performance where the machine is fit to say.
import assert from 'node:assert/strict'
import { best, close, isFit, missed, score } from '../measure.mjs'
import { check } from '../site.mjs'

const categories = ['performance', 'accessibility', 'best-practices', 'seo']

// enough is the performance that is demanded.
const enough = (fit) => (fit ? 1 : 0.98)

for (const path of ['/en', '/en/posts', '/en/posts/what-the-water-does', '/zh-TW']) {
  await check(path, async () => {
    const found = await best(path, categories, (lhr, fit) => score(lhr) >= enough(fit))
    const fit = isFit(found)
    if (!fit) console.log('      the machine is too busy or too slow: 98 is demanded, not 100')
    for (const category of categories) {
      const least = category === 'performance' ? enough(fit) : 1
      assert.ok(found.categories[category].score >= least, `${category} ${found.categories[category].score}: ${missed(found, category)}`)
    }
  })
}

await close()

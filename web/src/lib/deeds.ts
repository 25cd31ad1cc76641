/** How often what was done, by title and deed. */
export type Deeds = Record<string, Record<string, number>>

/** Of two who count, the one that knows of more is right. */
export function merged(one: Deeds, other: Deeds): Deeds {
  const found: Deeds = {}
  for (const deeds of [one, other])
    for (const [title, times] of Object.entries(deeds))
      for (const [deed, n] of Object.entries(times))
        found[title] = { ...found[title], [deed]: Math.max(found[title]?.[deed] ?? 0, n) }
  return found
}

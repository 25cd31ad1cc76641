/** Of what comes anew, everything that equals what was there before stays the same object: pages redraw only
 * what changed. */

type Plain = Record<string, unknown>

const plain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** `now`, with each part that is equal to its counterpart in `old` replaced by that one. Data alone: no cycles,
 * no classes. */
export function kept<T>(old: unknown, now: T): T {
  if (Object.is(old, now)) return now
  if (Array.isArray(old) && Array.isArray(now)) {
    const list = now.map((value, place) => kept(old[place], value as unknown))
    return (list.length === old.length && list.every((value, place) => Object.is(value, old[place])) ? old : list) as T
  }
  if (!plain(old) || !plain(now)) return now
  const made: Plain = {}
  const names = Object.keys(now)
  let same = names.length === Object.keys(old).length
  for (const name of names) {
    made[name] = kept(old[name], now[name])
    same &&= name in old && Object.is(made[name], old[name])
  }
  return (same ? old : made) as T
}

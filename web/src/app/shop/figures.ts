/** Shares of wins as they are written: in per cent, with half the width of their interval, and as a difference. */

import type { Share } from './lab.svelte'

export const percent = (part: number): string => (part * 100).toFixed(1)
export const half = ({ ci95 }: Share): string => percent((ci95[1] - ci95[0]) / 2)
export const signed = (part: number): string => `${part < 0 ? '−' : '+'}${percent(Math.abs(part))}`

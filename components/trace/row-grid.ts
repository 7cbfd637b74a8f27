/** The columns of the waterfall: below each other on a phone, else what, when and how long. */
export const rowGrid = [
  'grid items-baseline gap-x-3 gap-y-1 px-3.5',
  'grid-cols-[minmax(0,1fr)_auto] [grid-template-areas:"name_time"_"facts_facts"_"bar_bar"]',
  'sm:grid-cols-[minmax(0,5fr)_minmax(0,5fr)_4.5rem] sm:[grid-template-areas:"name_bar_time"_"facts_bar_time"]',
].join(' ');

/** The type under which a note that is dragged names itself: nothing else is taken by a folder. */
export const dragType = 'application/x-metona-note';

export const carriesNote = (transfer: DataTransfer): boolean => transfer.types.includes(dragType);

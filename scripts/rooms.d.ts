/** Lines by room of src/, such as `service/items/`. */
export function linesOfRooms(): Map<string, number>;

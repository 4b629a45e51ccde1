/** A finished or running item in the inspector's list. */
export interface InspectedItem {
  id: string
  tenantId: string
  shopName: string
  productName: string
  mode: 'auction' | 'fixed_price'
  status: 'active' | 'countdown' | 'sold' | 'cancelled'
  /** Major units. */
  price: number
  activatedAt: string
  closedAt: string | null
}

export interface ItemSearch {
  /** Part of the product's name, or of the item's id. */
  search: string | null
  status: InspectedItem['status'] | null
  /** Items older than this id; null for the newest. */
  after: string | null
  limit: number
}

/** What the inspector knows of items: of the caller's own tenant, or of all where the caller is an operator. */
export interface ItemInspector {
  /** Newest first. */
  items(tenantId: string, search: ItemSearch): Promise<InspectedItem[]>
  /** All that an item was told and decided, as one document; undefined when the caller sees no such item. */
  recording(tenantId: string, itemId: string): Promise<object | undefined>
}

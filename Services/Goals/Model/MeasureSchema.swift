import Messages
import Storage

enum MeasureSchema {
    /// Quantities after the first five. The check of `measures.kind` cannot be changed while other tables reference it,
    /// so these have a column of their own, and `kind` has the quantity that an earlier release knows instead.
    static func furtherQuantities(_ number: Int) -> Migration {
        Migration(
            number, "further quantities of measures",
            """
            -- `quantity` is MeasureKind; NULL in rows of an earlier release until `MeasureRows.classify` has read their unit.
            ALTER TABLE measures ADD COLUMN quantity INTEGER CHECK (quantity >= 1);
            """)
    }

    /// Finds the measures that `MeasureRows.classify` has to read without a look at all others, at each start.
    static func unreadIndex(_ number: Int) -> Migration {
        Migration(
            number, "index of measures without a quantity",
            "CREATE INDEX measures_without_quantity ON measures (user, id) WHERE quantity IS NULL;")
    }
}
